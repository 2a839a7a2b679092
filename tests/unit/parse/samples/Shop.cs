using System;

namespace Example.Shop;

/// <summary>
/// A shop.
/// </summary>
[Serializable]
public abstract class Shop<T> : Base, IDisposable where T : class
{
    private const int Max = 10;
    protected readonly List<T> items = new(), others;
    public event EventHandler Changed;
    public string Name { get; private set; } = "";
    public int Count => items.Count;
    public T this[int index] => items[index];

    public Shop(string name) : base(name) { }
    ~Shop() { }
    public static Shop<T> operator +(Shop<T> a, T b) => a;

    [Obsolete("use Add")]
    internal async Task<int> AddAsync<K>(T item, K key = default) where K : struct
    {
        int Local(int x) => x;
        return 1;
    }

    public abstract void Close();
    [Theory, InlineData(new int[] { 1 })] // old
    public void Works() { }
    public enum Level { Low = 1, High }
    public delegate void Handler(object sender);
}

public record Point(int X, int Y);
public record struct Size(int W);
public struct Money { public decimal Amount; }
public interface IShop { int Count { get; } void Close(); }
public static class Extensions
{
    extension(string text)
    {
        public string Shout() => text.ToUpper();
    }
}
public class Price { public static implicit operator decimal(Price price) => 1m; }
public readonly record struct Point(int X, int Y);
