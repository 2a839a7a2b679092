module Geometry

using LinearAlgebra
import Base: show

export Point, area

"A point in the plane."
struct Point{T<:Real} <: AbstractPoint
    x::T
    y::T
end

mutable struct Circle
    centre::Point
    radius::Float64
    Circle(r) = new(Point(0, 0), r)
end

abstract type Shape end
primitive type Byte8 8 end

const TAU = 2pi

"""
    area(c)

Compute the area.
"""
function area(c::Circle)::Float64
    inner(x) = x^2
    return pi * inner(c.radius)
end

perimeter(c::Circle) = TAU * c.radius

Base.show(io::IO, p::Point) = print(io, p.x)

macro twice(ex)
    :($ex; $ex)
end

@enum Color red green

@enum Level::UInt8 low=1
@enum Weekday begin
    monday
    tuesday = 2
end

Base.@kwdef mutable struct Options{T} <: Shape
    scale::Float64 = 1.0
    name = "none"
    origin
    const depth::Int = 2
    Options{T}(name) where {T} = new(1.0, name)
end

abstract type Solid{T} <: Shape end

Point{T}(x) where {T} = Point(x, x)
Base.:+(a::Point, b::Point) = Point(a.x + b.x, a.y + b.y)
Base.getindex(p::Point{T}, i) where {T} = p.x
-(a::Point) = Point(-a.x, -a.y)

const Points{T} = Vector{Point{T}}

@testset "areas" begin
    @testset "of $name" for name in names
        @test area(1) == 1
    end
end


end
