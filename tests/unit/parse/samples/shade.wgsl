struct Vertex {
    @location(0) position: vec3<f32>,
    size: f32,
}

override scale: f32 = 1.0;
@group(0) @binding(0) var<uniform> camera: Vertex;

// Adds up.
fn add(a: f32, b: f32) -> f32 {
    let sum = a + b;
    return sum;
}
