//! Who owns a studio: a link that works once gives the browser a cookie, and every other route asks for it. Requests come in; the
//! cookie, or a refusal, goes out.

use std::sync::{Arc, Mutex};

use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::http::header::{COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use subtle::ConstantTimeEq;

use super::lock::locked;

/// Links that were given out and not followed yet; the oldest go.
const MOST_LINKS: usize = 8;

/// The owner's secret.
pub struct Owner {
    cookie: Secret,
    /// Cookies do not tell ports apart, so the name does.
    name: String,
    links: Mutex<Vec<Secret>>,
}

impl Owner {
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new(port: u16) -> std::io::Result<Owner> {
        Ok(Owner {
            cookie: Secret::new()?,
            name: format!("deckproof-studio-{port}"),
            links: Mutex::default(),
        })
    }

    /// The path of a link that opens the studio in one browser.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    pub fn new_link(&self) -> std::io::Result<String> {
        let link = Secret::new()?;
        let path = format!("/open/{}", link.expose());
        let mut links = locked(&self.links);
        if links.len() >= MOST_LINKS {
            links.remove(0);
        }
        links.push(link);
        Ok(path)
    }

    /// Whether a link is good; it is not any more afterwards.
    fn follow(&self, said: &str) -> bool {
        let mut links = locked(&self.links);
        let before = links.len();
        links.retain(|link| !link.is(said));
        links.len() < before
    }

    fn is_owner(&self, headers: &HeaderMap) -> bool {
        cookies(headers, &self.name).any(|value| self.cookie.is(value))
    }
}

/// The values of all cookies of a name: a browser may send one of another path as well.
pub fn cookies<'h>(headers: &'h HeaderMap, name: &'h str) -> impl Iterator<Item = &'h str> {
    let pairs = headers
        .get_all(COOKIE)
        .iter()
        .filter_map(|line| line.to_str().ok())
        .flat_map(|line| line.split(';'));
    pairs
        .filter_map(move |pair| pair.trim().split_once('=').filter(|(known, _)| *known == name))
        .map(|(_, value)| value)
}

/// The answer that sets a cookie for a path and leads there.
pub fn cookie_then(name: &str, value: &str, path: &str, to: &str) -> Response {
    let cookie = format!("{name}={value}; Path={path}; HttpOnly; SameSite=Lax");
    (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, to.to_owned())]).into_response()
}

/// Follows a one-time link.
pub async fn open(
    State(owner): State<Arc<Owner>>,
    Path(link): Path<String>,
    headers: HeaderMap,
) -> Response {
    if owner.follow(&link) {
        return cookie_then(&owner.name, owner.cookie.expose(), "/", "/");
    }
    if owner.is_owner(&headers) {
        // The browser has been here before.
        return (StatusCode::SEE_OTHER, [(LOCATION, "/")]).into_response();
    }
    closed(
        "This link has been used. Press Enter in the terminal where the studio runs: it prints a new one.",
    )
}

/// Lets the owner through.
pub async fn owner_only(State(owner): State<Arc<Owner>>, request: Request, next: Next) -> Response {
    if owner.is_owner(request.headers()) {
        return next.run(request).await;
    }
    closed("This studio is opened by the link that `deckproof studio` prints in its terminal.")
}

fn closed(why: &str) -> Response {
    (StatusCode::FORBIDDEN, format!("{why}\n")).into_response()
}

/// A secret; it is never shown but by [`Secret::expose`].
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
    fn a_link_works_once() {
        let owner = Owner::new(1).unwrap();
        let link = owner.new_link().unwrap();
        let said = link.strip_prefix("/open/").unwrap();
        assert!(!owner.follow("") && !owner.follow(&said[1..]));
        assert!(owner.follow(said) && !owner.follow(said));
    }

    #[test]
    fn the_oldest_links_are_forgotten() {
        let owner = Owner::new(1).unwrap();
        let links: Vec<String> = (0..=MOST_LINKS).map(|_| owner.new_link().unwrap()).collect();
        let good = |link: &String| owner.follow(link.strip_prefix("/open/").unwrap());
        assert!(!good(&links[0]) && links[1..].iter().all(good));
    }

    #[test]
    fn every_cookie_of_the_name_counts() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, "a=1; b=2".parse().unwrap());
        headers.append(COOKIE, "a=3;ab=4; a".parse().unwrap());
        assert_eq!(cookies(&headers, "a").collect::<Vec<_>>(), ["1", "3"]);
    }
}

#[cfg(test)]
mod secret_tests {
    use super::*;

    #[test]
    fn a_secret_is_long_and_new_each_time() {
        let (one, two) = (Secret::new().unwrap(), Secret::new().unwrap());
        assert_eq!(one.expose().len(), 22);
        assert!(one.is(one.expose()) && !one.is(two.expose()) && !one.is(""));
    }
}
