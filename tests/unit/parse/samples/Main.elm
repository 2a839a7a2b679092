module Main exposing (main, Model)

import Html exposing (text)

{-| The state. -}
type alias Model =
    { count : Int
    , name : String
    }

type Msg
    = Increment
    | Rename String

{-| Updates the model. -}
update : Msg -> Model -> Model
update msg model =
    let
        next = model.count + 1
    in
    case msg of
        Increment -> { model | count = next }
        Rename n -> { model | name = n }

main =
    text "hi"

port save : String -> Cmd msg
