'use strict';
import fs from 'fs';
const path = require('path');

export const MAX_ITEMS = 100;
let cache = {}, size = 0;
const { join, resolve } = path;

/**
 * Something one can buy.
 * @param {string} name
 */
export default class Item extends Base {
  static count = 0;
  #secret = 1;
  onClick = (event) => this.handle(event);

  constructor(name) {
    super();
  }

  get label() { return this.name; }
  static async *load(path) {}
  #hidden() {}
  ['computed']() {}
}

// Adds two.
export const add = (a, b) => a + b;
function* ids() {}
export async function fetchAll(urls) {
  const helper = async (url) => url;
  const local = 1;
  return helper(urls);
}

const handlers = {
  open: function (x) {},
  close: (x) => x,
  toggle(x) {},
};

Item.prototype.remove = function () {};
module.exports = { add, run() {} };
exports.legacy = function () {};
var Old = class {};
export default function () {}
export { add as plus };

/** @deprecated use add */
function sum(a, b) { return a + b; }
