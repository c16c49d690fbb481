//! The engine at work on tables set up by name: one promise a test.

#[cfg(test)]
mod ending;
#[cfg(test)]
mod penalties;
#[cfg(test)]
mod resolution;
#[cfg(test)]
mod turns;
