'use strict';

function Shop(name) {
  this.name = name;
  this.open = function () {};
}
Shop.prototype = {
  close() {},
  'for sale': function () {},
};
exports.VERSION = '1.0';
exports.defaults = { rate: 2 };
exports.Shop = Shop;
module.exports = class Exported {
  constructor() {
    this.onClick = () => {};
  }
  [Symbol.iterator]() {}
};
