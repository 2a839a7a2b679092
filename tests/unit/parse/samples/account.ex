defmodule Bank.Account do
  @moduledoc """
  Bank accounts.
  """
  use GenServer
  alias Bank.Ledger

  @timeout 5_000
  defstruct [:owner, balance: 0]
  @type t :: %__MODULE__{owner: String.t()}
  @callback deposit(t(), integer()) :: t()

  @doc "Opens an account."
  @spec open(String.t()) :: t()
  def open(owner) when is_binary(owner) do
    %__MODULE__{owner: owner}
  end

  def open(_), do: :error

  defp normalise(name), do: String.trim(name)

  defmacro log(message) do
    quote do: IO.puts(unquote(message))
  end

  defguard is_rich(account) when account.balance > 1000

  defdelegate total(list), to: Ledger

  def a ~> b, do: {a, b}

  defmodule Error do
    defexception [:message]
  end
end

defprotocol Bank.Describe do
  def describe(value)
end

defimpl Bank.Describe, for: Bank.Account do
  def describe(account), do: account.owner
end

defmodule Bank.Card do
  defstruct number: "", owner: nil
end

defmodule Bank.Owner do
  schema "owners" do
    field :email, :string
    has_many :cards, Bank.Card
  end
end

defimpl String.Chars, for: [Bank.Card, Bank.Owner] do
  def to_string(one), do: inspect(one)
end

defmodule Bank.Loan do
  defstruct [:sum]

  defimpl Bank.Describe do
    def describe(loan), do: loan.sum
  end
end
