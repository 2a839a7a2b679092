# A cart.
class shop::cart (
  String $title = 'cart',
  Integer $max,
) inherits shop::params {
  $rows = 1
  package { 'nginx': ensure => installed }
}

class base { }

define shop::item ($price) { }

function shop::add(Integer $a) >> Integer { $a }

type Shop::Color = Enum['red', 'green']

node 'web1' {
  include shop::cart
}
