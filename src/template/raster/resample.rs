//! Makes pictures smaller. Pixels come in, fewer pixels go out. Called by `fit`.
//!
//! It averages light, not the stored values, whose mean would be too dark and change the brightness of fine patterns; transparent
//! pixels are weighted by their opacity.

use std::collections::VecDeque;

use super::decode::Raster;

/// Width of the cubic filter (Catmull-Rom) to each side, in pixels of the smaller picture.
const REACH: f64 = 2.0;

/// Steps of light that are told apart when numbers are made of it.
const STEPS: usize = 1 << 16;

/// What pixels of one row or column a pixel of the smaller picture is made of: the first, and the share of each.
struct Shares {
    first: usize,
    shares: Vec<f32>,
}

impl Shares {
    /// Behind the last one.
    fn end(&self) -> usize {
        self.first + self.shares.len()
    }
}

/// The picture with `width` by `height` pixels: no more than it has.
pub fn shrink(raster: &Raster, width: u32, height: u32) -> Raster {
    let (from_width, from_height) = (raster.width as usize, raster.height as usize);
    let (to_width, to_height) = (width as usize, height as usize);
    let channels = raster.channels;
    let across = shares(from_width, to_width);
    let light = light();
    let number = Numbers::new(&light);
    let squeeze = match channels {
        1 => squeeze::<1>,
        2 => squeeze::<2>,
        3 => squeeze::<3>,
        _ => squeeze::<4>,
    };
    let mut source = vec![0f32; from_width * channels];
    let mut narrow = vec![0f32; to_width * channels];
    let mut data = Vec::with_capacity(to_height * to_width * channels);
    // Rows of the smaller picture, still as wide as the large one, that take from the next row: first down, as whole rows are added
    // fastest, then across, of which there are fewer rows by then.
    let mut open: VecDeque<(Shares, Vec<f32>)> = VecDeque::new();
    let mut spare: Vec<Vec<f32>> = Vec::new();
    let mut down = shares(from_height, to_height).into_iter().peekable();
    let rows = raster.data.chunks_exact(from_width * channels).enumerate();
    for (y, bytes) in rows {
        into_light(bytes, channels, &light, &mut source);
        while let Some(next) = down.next_if(|next| next.first <= y) {
            let mut sums = spare.pop().unwrap_or_default();
            sums.clear();
            sums.resize(from_width * channels, 0.0);
            open.push_back((next, sums));
        }
        for (part, sums) in &mut open {
            let share = part.shares[y - part.first];
            for (sum, part) in sums.iter_mut().zip(&source) {
                *sum += part * share;
            }
        }
        while open.front().is_some_and(|(part, _)| part.end() == y + 1) {
            let Some((_, sums)) = open.pop_front() else {
                break;
            };
            squeeze(&sums, &across, &mut narrow);
            number.write(&narrow, channels, &mut data);
            spare.push(sums);
        }
    }
    Raster { width, height, channels, data, profile: raster.profile.clone() }
}

fn squeeze<const CHANNELS: usize>(source: &[f32], across: &[Shares], narrow: &mut [f32]) {
    for (pixel, part) in narrow.chunks_exact_mut(CHANNELS).zip(across) {
        let mut sum = [0f32; CHANNELS];
        let from = &source[part.first * CHANNELS..];
        for (pixel, share) in from.chunks_exact(CHANNELS).zip(&part.shares) {
            for (sum, part) in sum.iter_mut().zip(pixel) {
                *sum += part * share;
            }
        }
        pixel.copy_from_slice(&sum);
    }
}

fn shares(from: usize, to: usize) -> Vec<Shares> {
    let ratio = from as f64 / to as f64;
    let reach = REACH * ratio;
    let of_pixel = |at: usize| {
        let centre = (at as f64 + 0.5) * ratio;
        let first = (centre - reach).floor().max(0.0) as usize;
        let last = ((centre + reach).ceil() as usize).min(from);
        let weights = (first..last).map(|n| cubic((n as f64 + 0.5 - centre) / ratio));
        let weights: Vec<f64> = weights.collect();
        let sum: f64 = weights.iter().sum();
        Shares { first, shares: weights.iter().map(|w| (w / sum) as f32).collect() }
    };
    (0..to).map(of_pixel).collect()
}

fn cubic(x: f64) -> f64 {
    let x = x.abs();
    if x < 1.0 {
        (1.5 * x - 2.5) * x * x + 1.0
    } else if x < 2.0 {
        ((-0.5 * x + 2.5) * x - 4.0) * x + 2.0
    } else {
        0.0
    }
}

/// The light of each number of sRGB, 0 to 1.
fn light() -> [f32; 256] {
    std::array::from_fn(|n| {
        let n = n as f64 / 255.0;
        let light = if n <= 0.04045 { n / 12.92 } else { ((n + 0.055) / 1.055).powf(2.4) };
        light as f32
    })
}

fn into_light(bytes: &[u8], channels: usize, light: &[f32; 256], out: &mut [f32]) {
    let colours = channels - usize::from(channels.is_multiple_of(2));
    for (pixel, out) in bytes.chunks_exact(channels).zip(out.chunks_exact_mut(channels)) {
        let opaque = pixel.get(colours).map_or(1.0, |alpha| f32::from(*alpha) / 255.0);
        for (out, byte) in out.iter_mut().zip(&pixel[..colours]) {
            *out = light[usize::from(*byte)] * opaque;
        }
        if let Some(alpha) = out.get_mut(colours) {
            *alpha = opaque;
        }
    }
}

/// The stored number with the nearest light, for [`STEPS`] of it.
struct Numbers(Vec<u8>);

impl Numbers {
    fn new(light: &[f32; 256]) -> Self {
        let mut number = 0;
        let nearest = (0..STEPS).map(|at| {
            let wanted = at as f32 / (STEPS - 1) as f32;
            while number < 255 && light[number + 1] - wanted < wanted - light[number] {
                number += 1;
            }
            number as u8
        });
        Numbers(nearest.collect())
    }

    fn of(&self, light: f32) -> u8 {
        let step = (light.clamp(0.0, 1.0) * (STEPS - 1) as f32 + 0.5) as usize;
        self.0[step.min(STEPS - 1)]
    }

    fn write(&self, row: &[f32], channels: usize, data: &mut Vec<u8>) {
        let colours = channels - usize::from(channels.is_multiple_of(2));
        for pixel in row.chunks_exact(channels) {
            let opaque = pixel.get(colours).map(|alpha| alpha.clamp(0.0, 1.0));
            let whole = opaque.filter(|opaque| *opaque > 0.0).unwrap_or(1.0);
            data.extend(pixel[..colours].iter().map(|part| self.of(part / whole)));
            data.extend(opaque.map(|opaque| (opaque * 255.0 + 0.5) as u8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn raster(
        width: u32,
        height: u32,
        channels: usize,
        pixel: impl Fn(u32, u32) -> Vec<u8>,
    ) -> Raster {
        let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        Raster {
            width,
            height,
            channels,
            data: places.flat_map(|(x, y)| pixel(x, y)).collect(),
            profile: None,
        }
    }

    #[test]
    fn one_colour_stays_that_colour() {
        for channels in 1..=4 {
            let colour = [200, 100, 30, 255];
            let flat = raster(53, 37, channels, |_, _| colour[4 - channels..].to_vec());
            let small = shrink(&flat, 10, 7);
            assert_eq!(small.data.len(), 70 * channels);
            assert!(small.data.chunks(channels).all(|p| p == &colour[4 - channels..]));
        }
    }

    #[test]
    fn a_fine_pattern_keeps_its_light() {
        let board = raster(64, 64, 1, |x, y| vec![if (x + y) % 2 == 0 { 255 } else { 0 }]);
        // Half of the light, not half of the number.
        let small = shrink(&board, 8, 8);
        assert!(small.data.iter().all(|n| (186..=190).contains(n)), "{:?}", small.data);
    }

    #[test]
    fn what_is_transparent_gives_no_colour() {
        let half =
            raster(
                32,
                32,
                4,
                |x, _| {
                    if x < 16 { vec![255, 0, 0, 255] } else { vec![0, 255, 0, 0] }
                },
            );
        let small = shrink(&half, 7, 7);
        for pixel in small.data.chunks(4).filter(|p| p[3] > 8) {
            assert!(pixel[0] > 250 && pixel[1] < 5, "{pixel:?}");
        }
    }

    #[test]
    fn a_ramp_stays_a_ramp() {
        let ramp = raster(256, 4, 1, |x, _| vec![x as u8]);
        let small = shrink(&ramp, 64, 1);
        assert!(small.data.is_sorted());
        assert!(small.data[0] < 8 && small.data[63] > 247);
    }
}
