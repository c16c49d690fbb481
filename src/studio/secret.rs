//! Secrets that open a studio or a seat: 128 random bits, written so that they can stand in an address or a cookie. Called by
//! `owner` and by the table's seats.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

/// A secret; it is never shown but by [`Secret::expose`].
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// A new one, from the system's generator.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new() -> std::io::Result<Secret> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
        Ok(Secret(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// For the address or cookie that it is made for.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether somebody knows it; takes as long whatever part of it is right.
    pub fn is(&self, said: &str) -> bool {
        self.0.as_bytes().ct_eq(said.as_bytes()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_long_and_new_each_time() {
        let (one, two) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert_eq!(one.expose().len(), 22);
        assert!(one.is(one.expose()) && !one.is(two.expose()) && !one.is(""));
    }
}
