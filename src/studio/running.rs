//! Starts the studio and runs it until Ctrl-C. A plan comes in; lines for the terminal go out through the host.

use std::io::BufRead;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::connections::serve;
use super::game_watch::{GameWatch, OpenGame};
use super::guard::Guard;
use super::owner::Owner;
use super::routes::studio_routes;
use super::shared::{Play, Studio, StudioCommands};
use super::table_routes::{TableServer, table_routes};
use super::tables::Tables;
use crate::session::watch_for_interrupt;
use crate::source::{Diagnostic, Diagnostics, machine};

/// How long the owner's requests may take: the longest makes a PDF.
const PATIENCE: Duration = Duration::from_secs(120);

/// How long a request to a table may take.
const TABLE_PATIENCE: Duration = Duration::from_secs(20);

/// What is opened, and how.
pub struct StudioPlan {
    /// A shipped game's id or a folder.
    pub game: String,
    /// Port of the studio; 0 for any that is free. The tables have the next one.
    pub port: u16,
    /// The address at which the tables are reached; 127.0.0.1 for this machine alone, 0.0.0.0 for every network it is in.
    pub host: IpAddr,
    /// Further names under which the tables may be asked for.
    pub names: Vec<String>,
    pub commands: StudioCommands,
}

/// Runs a studio until the process is ended. `opened` is called with each link that is made: the first one is to be shown in a
/// browser, later ones were asked for in the terminal.
///
/// # Errors
/// When the port is taken, or the machine gives no random numbers.
pub fn run_studio(plan: StudioPlan, mut opened: impl FnMut(&str, bool)) -> Result<(), Diagnostics> {
    watch_for_interrupt();
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|e| machine("cannot start a server", &e))?;
    let address = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let (listener, port) = listen(&runtime, address, plan.port)?;
    let owner = Arc::new(Owner::new(port).map_err(|e| machine("there are no random numbers", &e))?);
    let (tables, play) = open_tables(&runtime, &plan, port)?;
    runtime.spawn(tables);
    let game = OpenGame { name: plan.game };
    let studio = Studio {
        watch: GameWatch::start(game.clone()),
        game,
        commands: plan.commands,
        sheets: Arc::default(),
        destinations: Arc::default(),
        play,
        games: Arc::default(),
        looks: Arc::default(),
    };
    let guard = Guard::new(address, port, &[], PATIENCE);
    runtime.spawn(serve(listener, studio_routes(studio, owner.clone(), guard)));
    let mut first = true;
    let mut lines = std::io::stdin().lock().lines();
    loop {
        let link = owner.new_link().map_err(|e| machine("there are no random numbers", &e))?;
        opened(&format!("http://127.0.0.1:{port}{link}"), first);
        first = false;
        if !matches!(lines.next(), Some(Ok(_))) {
            // Without a terminal nobody can ask for another link.
            loop {
                std::thread::park();
            }
        }
    }
}

/// Opens the server of the tables; gives what runs it, and how it is reached.
fn open_tables(
    runtime: &Runtime,
    plan: &StudioPlan,
    studio: u16,
) -> Result<(impl Future<Output = ()> + use<>, Play), Diagnostics> {
    let host = plan.host;
    let wanted = if plan.port == 0 { 0 } else { studio.wrapping_add(1) };
    let (listener, port) = listen(runtime, host, wanted)?;
    let mut hosts = if host.is_unspecified() { own_addresses() } else { vec![host.to_string()] };
    hosts.extend(plan.names.iter().cloned());
    let tables = Arc::new(Tables::default());
    let play = Play {
        tables: tables.clone(),
        addresses: hosts.iter().map(|host| format!("http://{host}:{port}")).collect(),
        is_open: !host.is_loopback(),
    };
    let address = if host.is_unspecified() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { host };
    let guard = Guard::new(address, port, &hosts, TABLE_PATIENCE);
    Ok((serve(listener, table_routes(TableServer { tables, port }, guard)), play))
}

/// The addresses of this machine in its networks, those of local networks first.
fn own_addresses() -> Vec<String> {
    let mut found: Vec<Ipv4Addr> = if_addrs::get_if_addrs()
        .unwrap_or_default()
        .iter()
        .filter_map(|interface| match interface.ip() {
            IpAddr::V4(address) => Some(address).filter(|address| !address.is_loopback()),
            IpAddr::V6(_) => None,
        })
        .collect();
    found.sort_by_key(|address| (!address.is_private(), address.octets()));
    found.push(Ipv4Addr::LOCALHOST);
    found.iter().map(Ipv4Addr::to_string).collect()
}

fn machine(what: &str, why: &std::io::Error) -> Diagnostic {
    machine!(CannotWrite, "{what}: {why}", "end other programs, or ask whoever keeps this machine")
}

/// Listens at a port, or at any that is free; says which it is.
fn listen(runtime: &Runtime, address: IpAddr, port: u16) -> Result<(TcpListener, u16), Diagnostic> {
    let listener = runtime.block_on(TcpListener::bind((address, port))).map_err(|why| {
        machine!(CannotWrite, "port {port} cannot be used: {why}", "is a studio running already? name another port with --port, or --port 0 for any that is free")
    })?;
    let port = listener.local_addr().map_err(|e| machine("cannot start a server", &e))?.port();
    Ok((listener, port))
}
