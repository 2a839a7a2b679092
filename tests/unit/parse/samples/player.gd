class_name Player
extends Node
signal hit(x)
const MAX = 1
var speed = 2
enum State { A, B }
func _ready(): 
	pass
class Inner:
	func f(): pass
