unit U;
interface uses SysUtils;
type
  TFoo = class(TBase)
  private
    FX: Integer;
  public
    procedure Run(a: Integer);
    property X: Integer read FX;
  end;
const K = 1;
var G: Integer;
procedure P(x: Integer);
implementation
procedure TFoo.Run(a: Integer);
begin end;
function F: Integer;
begin end;
end.
