package com.example.shop;

import java.util.List;

/**
 * A shop.
 *
 * @author someone
 */
@Service
public class Shop<T extends Item> extends Base implements Closeable {
    private static final int MAX = 10, MIN = 1;
    @Inject protected Repository repository;

    static { init(); }

    public Shop(Repository repository) {
        this.repository = repository;
    }

    /** Finds one. */
    @Override
    @SuppressWarnings({"unchecked", "raw"})
    public <K> List<T> find(String name, K key) throws IOException {
        class Local {}
        Runnable r = new Runnable() { public void run() {} };
        return null;
    }

    @Deprecated
    abstract void old();

    enum Level { LOW(1), HIGH { int weight() { return 2; } }; private int value; Level(int v) {} }
    @interface Marker { String value() default ""; }
    record Point(int x, int y) { Point { } static Point zero() { return null; } }
    interface Visitor { int LIMIT = 5; void visit(Shop<?> shop); default void done() {} }

    @Test
    void findsOne() {}
}
