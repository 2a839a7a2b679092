// Package shop sells things.
package shop

import (
	"fmt"
)

// MaxItems limits.
const MaxItems = 10

const width, height = 1, 2

const (
	low Level = iota
	High
)

var (
	cache = map[string]Item{}
	a, b  int
)

// Level of service.
type Level int

type Number interface {
	~int | float64
}

// Item is a thing.
type Item struct {
	Name  string `json:"name"`
	price float64
	Base
	*sync.Mutex
	Stack[int]
}

type (
	Finder interface {
		Find(name string) (*Item, error)
		fmt.Stringer
		Closer
	}
	Handler func(item Item) error
	Alias = Item
)

// Discount lowers the price.
func (i *Item) Discount(by float64) (float64, error) {
	const local = 1
	helper := func(x int) int { return x }
	return i.price, nil
}

func (s Stack[T]) Push(value T) {}

func New[T any](name string, options ...func(*T)) *Item {
	return nil
}

func init() {}

func TestItem(t *testing.T) {}
