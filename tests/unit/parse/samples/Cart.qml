import QtQuick 2.0

Item {
    id: root
    property int count: 0
    readonly property string title: "Cart"
    signal opened(int rows)

    function add(a) {
        var local = a
        count += local
    }

    Rectangle {
        id: frame
        width: 10
    }

    component Badge: Rectangle { property int rows }
    enum Level { Low, High }
}
