//! Reads from EXIF how a picture is turned and mirrored. An EXIF block comes in, an orientation goes out. Called by `read`;
//! drawing applies it.

use crate::template::affine::Affine;

/// EXIF orientation, 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Orientation(u8);

impl Orientation {
    /// Stored as it is seen.
    pub const UPRIGHT: Orientation = Orientation(1);

    /// What an EXIF block (a TIFF, beginning with its byte order) says; upright when it says nothing.
    pub fn of_exif(exif: &[u8]) -> Orientation {
        let found = image::metadata::Orientation::from_exif_chunk(exif);
        found.map_or(Orientation::UPRIGHT, |o| Orientation(o.to_exif()))
    }

    pub fn is_upright(self) -> bool {
        self == Orientation::UPRIGHT
    }

    /// Width and height as seen of a picture that is stored as `size`; and the other way round.
    pub fn turned<T>(self, (width, height): (T, T)) -> (T, T) {
        if self.0 >= 5 { (height, width) } else { (width, height) }
    }

    /// From places in the picture as stored, `width` by `height`, to places as seen.
    pub fn map(self, width: f64, height: f64) -> Affine {
        let (w, h) = (width, height);
        Affine(match self.0 {
            2 => [-1.0, 0.0, 0.0, 1.0, w, 0.0],
            3 => [-1.0, 0.0, 0.0, -1.0, w, h],
            4 => [1.0, 0.0, 0.0, -1.0, 0.0, h],
            5 => [0.0, 1.0, 1.0, 0.0, 0.0, 0.0],
            6 => [0.0, 1.0, -1.0, 0.0, h, 0.0],
            7 => [0.0, -1.0, -1.0, 0.0, h, w],
            8 => [0.0, -1.0, 1.0, 0.0, 0.0, w],
            _ => Affine::IDENTITY.0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where EXIF says that the first row and the first column of what is stored are seen.
    #[test]
    fn the_first_pixel_is_seen_where_exif_says() {
        let corners = [
            (1, (0.0, 0.0)),
            (2, (3.0, 0.0)),
            (3, (3.0, 2.0)),
            (4, (0.0, 2.0)),
            (5, (0.0, 0.0)),
            (6, (2.0, 0.0)),
            (7, (2.0, 3.0)),
            (8, (0.0, 3.0)),
        ];
        for (number, corner) in corners {
            let map = Orientation(number).map(3.0, 2.0);
            assert_eq!(map.apply(0.0, 0.0), corner, "{number}");
            // The end of the first row: along x, or along y when it is turned.
            let (x, y) = map.apply(3.0, 0.0);
            let (width, height) = Orientation(number).turned((3.0, 2.0));
            assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y));
        }
    }

    #[test]
    fn exif_of_either_byte_order_is_read() {
        let little = b"II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0";
        let big = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x08\0\0\0\0\0\0";
        assert_eq!(Orientation::of_exif(little), Orientation(6));
        assert_eq!(Orientation::of_exif(big), Orientation(8));
        assert!(Orientation::of_exif(b"II*\0").is_upright());
    }
}
