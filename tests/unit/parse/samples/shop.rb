# frozen_string_literal: true

require 'json'

# A shop.
module Shop
  MAX_ITEMS = 10

  # Something one can buy.
  class Item < Base
    include Comparable
    attr_reader :name, :price
    attr_accessor :count
    has_many :orders

    Point = Struct.new(:x, :y) do
      def zero? = x.zero?
    end

    # Makes one.
    def initialize(name, price: 0, **options)
      @name = name
    end

    def self.load(path) = new(path)

    class << self
      def cached; end
    end

    def <=>(other)
      name <=> other.name
    end

    def name=(value)
      @name = value
    end

    alias_method :title, :name
    alias label name
    define_method(:dynamic) { 1 }

    private

    def secret?
      true
    end
  end

  module_function

  def helper(x) = x
end

class Shop::Error < StandardError; end

class Api::V1::OrdersController
  class << self
    private

    def secret; end
  end

  def index; end
end

task default: :test
