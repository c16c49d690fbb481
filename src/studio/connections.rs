//! Accepts connections and hands their requests to the routes, within bounds: how many connections, how many of one peer, how long a
//! request's head may take. A listener and routes come in; it returns when it is told to stop.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::response::sse::Event;
use futures_util::Stream;
use futures_util::stream::unfold;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, timeout, timeout_at};

use super::lock::locked;

/// Connections at once; those beyond wait.
const MOST_CONNECTIONS: usize = 600;

/// Connections of one other machine: several people may sit behind one address, each browser with six.
const MOST_OF_A_PEER: usize = 60;

/// How long the head of a request may take, and how long a connection may stay without a request.
const HEAD: Duration = Duration::from_secs(10);

/// Bytes of a request's head.
const MOST_HEAD: usize = 16 << 10;

/// Serves until the task is dropped.
pub async fn serve(listener: TcpListener, routes: Router) {
    let room = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let peers = Arc::new(Peers::default());
    loop {
        let Ok(permit) = room.clone().acquire_owned().await else {
            return;
        };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // Too many open files: some will be closed soon.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let Some(counted) = peers.clone().admit(peer) else {
            continue;
        };
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(routes.clone());
        tokio::spawn(async move {
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD)
                .max_buf_size(MOST_HEAD)
                .serve_connection(TokioIo::new(stream), service);
            // A peer that hangs up in the middle is no fault of ours.
            let _ = connection.await;
            drop((permit, counted));
        });
    }
}

/// How many connections each other machine has.
#[derive(Default)]
struct Peers(Mutex<HashMap<IpAddr, usize>>);

/// Counts one connection as long as it lives.
struct Counted(Arc<Peers>, IpAddr);

impl Peers {
    /// `None` when the peer has as many as it may; this machine itself may have any number.
    fn admit(self: Arc<Peers>, peer: SocketAddr) -> Option<Counted> {
        let mut all = locked(&self.0);
        let count = all.entry(peer.ip()).or_default();
        if *count >= MOST_OF_A_PEER && !peer.ip().is_loopback() {
            return None;
        }
        *count += 1;
        drop(all);
        Some(Counted(self, peer.ip()))
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut all = locked(&self.0.0);
        if let Some(count) = all.get_mut(&self.1) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.1);
            }
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_machine_has_a_bound_and_gets_room_again() {
        let peers = Arc::new(Peers::default());
        let far: SocketAddr = "192.0.2.7:1".parse().unwrap();
        let near: SocketAddr = "127.0.0.1:1".parse().unwrap();
        let mut held: Vec<Counted> = Vec::new();
        while let Some(one) = peers.clone().admit(far) {
            held.push(one);
        }
        assert_eq!(held.len(), MOST_OF_A_PEER);
        assert!(
            (0..MOST_OF_A_PEER * 2).map(|_| peers.clone().admit(near)).all(|one| one.is_some())
        );
        held.pop();
        assert!(peers.clone().admit(far).is_some());
        drop(held);
        assert!(peers.0.lock().unwrap().is_empty());
    }
}
