//! Keeps what another room makes of a game, so that it is made once. A [`super::GameFile`] carries one for its `[table]`.

use std::any::Any;
use std::sync::{Arc, OnceLock};

/// A value whose type this room does not know, made when somebody first asks for it. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct Kept(Arc<OnceLock<Arc<dyn Any + Send + Sync>>>);

impl Kept {
    /// The value. It is kept for who asks first, of whatever type: another type is made each time.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        self.0.get_or_init(|| Arc::new(T::default())).clone().downcast().unwrap_or_default()
    }
}
