package com.example

import groovy.transform.CompileStatic

/** Builds things. */
@CompileStatic
class Builder extends Base implements Serializable {
    static final int MAX = 10
    String name
    private int count = 0

    Builder(String name) {
        this.name = name
    }

    /** Runs it. */
    def run(int times = 1) {
        def local = times
        return local
    }

    static void main(String[] args) {
        println 'x'
    }
}

interface Step { void apply() }
enum Level { LOW, HIGH }
trait Named { String title }

def helper(x) {
    x + 1
}

plugins {
    id 'java'
}

task hello {
    doLast { println 'hi' }
}

@Property(name = "stock.enabled", value = "(true)")
class Stock implements Named {
    private final List<String> items = []
    int[] sizes
    def first = new Item(1)
    static mapping = { table 'stock' }
}

interface Shelf {
    double area(int rows)
}

enum Size implements Named {
    SMALL(1),
    LARGE(2)

    final int rows

    Size(int rows) { this.rows = rows }
}

tasks.register('bundle', Zip) {
    from 'src'
}

pipeline {
    stages {
        stage('Build') {
            steps { sh 'make' }
        }
    }
}
