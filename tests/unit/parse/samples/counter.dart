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

  /// @deprecated Use [increment].
  @protected
  @override
  String toString() => name;
  @JsonKey(name: 'last')
  final int? last;
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

class Api {
  Api._();
  const Api._named();
  int operator [](int index) => index;
  external int count();
}

set level(int value) {}
external int now();
external int get today;
class Alias = Object with Mixin;
typedef int Compare(int a, int b);
typedef Mapper<T> = T Function(T);
