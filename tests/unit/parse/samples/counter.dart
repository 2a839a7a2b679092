library counter;

import 'dart:async';

/// Counts things.
@immutable
abstract class Counter<T> extends Base with Mixin implements Comparable<Counter> {
  static const int max = 10;
  final String name;
  int _value = 0, step = 1;

  Counter(this.name);
  Counter.named({required this.name});
  factory Counter.create(String name) => Impl(name);

  /// Adds one.
  Future<void> increment(int by) async {
    int helper(int x) => x;
    _value += by;
  }

  int get value => _value;
  set value(int v) => _value = v;
  Counter operator +(Counter other) => this;
  void reset();
}

mixin Mixin on Base {
  void mixed() {}
}

extension Doubling on int {
  int doubled() => this * 2;
}

enum Level { low, high }

typedef Callback = void Function(int);

const pi = 3.14;
final List<int> cache = [];

void main(List<String> args) {
  print('x');
}
