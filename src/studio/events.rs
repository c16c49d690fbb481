//! Tells open pages that something has changed, as server-sent events. A channel comes in, a stream goes out. Called by `routes`.

use std::convert::Infallible;
use std::time::Duration;

use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use tokio::sync::watch;
use tokio::time::{Instant, timeout, timeout_at};

/// A peer that has vanished is noticed only by writing to it. Comments do not reach the page's script, so this is an event.
const ALIVE: Duration = Duration::from_secs(15);

/// After this a page has to ask again: no stream lasts for ever.
const LONGEST: Duration = Duration::from_secs(60 * 60);

/// What `told` makes of each value, the present one first.
pub fn events<T: Clone + Send + Sync + 'static>(
    mut now: watch::Receiver<T>,
    told: impl Fn(&T) -> Event + Send + 'static,
) -> impl Stream<Item = Result<Event, Infallible>> + Send {
    now.mark_changed();
    let end = Instant::now() + LONGEST;
    Box::pin(unfold((now, told), move |(mut now, told)| async move {
        let event = match timeout_at(end, timeout(ALIVE, now.changed())).await {
            Ok(Ok(Ok(()))) => {
                let value = now.borrow_and_update().clone();
                told(&value)
            }
            Ok(Err(_)) => Event::default().event("alive").data(""),
            // The time is over, or the server ends.
            Ok(Ok(Err(_))) | Err(_) => return None,
        };
        Some((Ok(event), (now, told)))
    }))
}
