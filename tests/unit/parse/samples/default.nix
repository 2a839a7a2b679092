{ pkgs, ... }: {
  foo = x: x;
  bar.baz = 1;
}
