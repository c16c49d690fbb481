//! Keeps what another room makes of a game, so that it is made once. A [`super::GameFile`] carries one for its `[table]`.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// A value whose type this room does not know, made when somebody first asks for it. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Kept(Arc<OnceLock<Box<dyn Any + Send + Sync>>>);

impl Kept {
    /// The value. Whoever asks must mean the same type.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        let value = self.0.get_or_init(|| Box::new(T::default()));
        value.downcast_ref().expect("one type is kept")
    }
}
