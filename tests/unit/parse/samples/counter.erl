%% @doc Counts things.
-module(counter).
-behaviour(gen_server).
-export([start/0, increment/2]).

-define(TIMEOUT, 5000).
-define(LOG(X), io:format("~p", [X])).
-record(state, {count = 0 :: integer(), name}).
-type name() :: atom() | string().
-opaque handle() :: pid().

%% Starts the server.
-spec start() -> {ok, pid()}.
start() ->
    gen_server:start(?MODULE, [], []).

increment(Pid, N) when N > 0 ->
    gen_server:call(Pid, {add, N});
increment(_, 0) ->
    ok.

helper(X) -> X.
