@0xdbb9ad1f14bf0b36;

struct Item {
  name @0 :Text;
  union {
    rows @1 :Int32;
    none @2 :Void;
  }
  enum Color {
    red @0;
    green @1;
  }
}

interface Shop {
  get @0 (id :Int32) -> (item :Item);
}

const max :Int32 = 10;
