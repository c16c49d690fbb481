//! Compiles an SVG file to a [`compiled::Template`]: shapes to fill, boxes with their numbers, and the fields that both need of a
//! card. `renderer` compiles each template once.

pub mod compiled;
mod compiler;
mod framing;
mod inspect;
mod places;
pub mod repeat;
mod repeat_reading;
pub mod textbox;
mod wanted;
