// The page of a table: asks what can be seen, shows it, and plays moves. Moves are numbered, so that one that is sent twice counts
// once, and one that comes too late is refused.

const { base } = document.body.dataset;
const fresh = { state: null, board: null, seat: null, logged: -1, chosen: null, hidden: null, taken: [] };

const element = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

const nameOf = (seat) => fresh.state?.game.seats[seat]?.name ?? "";

// ------------------------------------------------------------------------------------------ asking

let asking = 0;

const ask = async () => {
  const number = ++asking;
  const as = fresh.seat === null ? "" : `&as=${fresh.seat}`;
  const response = await fetch(`${base}/state?from=${fresh.logged + 1}${as}`);
  if (!response.ok) return refuse({ says: await response.text() });
  const state = await response.json();
  if (number !== asking) return undefined;
  // After moves were taken back the log begins anew, also of a page that slept meanwhile.
  if (fresh.state && state.undone !== fresh.state.undone) {
    fresh.state.undone = state.undone;
    fresh.logged = -1;
    fresh.taken = [];
    find("log").replaceChildren();
    return ask();
  }
  fresh.state = state;
  return show(state);
};

const send = async (address, fields) => {
  const response = await fetch(`${base}/${address}`, { method: "POST", body: new URLSearchParams(fields) }).catch(() => null);
  if (!response) return refuse({ says: "the table does not answer", help: "try again in a moment" });
  const told = response.headers.get("content-type")?.startsWith("application/json") ? await response.json() : { says: await response.text() };
  if (!response.ok) refuse(told);
  else find("refused").hidden = true;
  await ask();
};

const refuse = ({ says, help, clause }) => {
  const line = find("refused");
  const why = [says, clause && `(${clause})`].filter(Boolean).join(" ");
  line.textContent = [why, help].filter(Boolean).join("; ").replace(/`([^`]*)`/g, "“$1”");
  line.hidden = false;
};

const play = (text) => {
  fresh.chosen = null;
  return send("move", { ply: fresh.state.ply + 1, seat: fresh.state.as ?? "", text });
};

// ------------------------------------------------------------------------------------------ showing

const show = (state) => {
  // Several people at one device: the cards are covered until the next one is there.
  const curtain = state.as !== null && state.yours.length > 1 && state.as !== fresh.hidden && fresh.hidden !== null;
  find("curtain").hidden = !curtain;
  if (curtain) {
    find("board").replaceChildren();
    find("curtain-says").textContent = `Hand the device to ${nameOf(state.as)}.`;
    find("choices").hidden = true;
    find("lift").focus();
    return;
  }
  fresh.hidden = state.as;
  document.body.classList.toggle("seated", state.as !== null);
  const focus = document.activeElement?.dataset.text;
  find("zoom").hidden = true;
  fresh.board = showBoard(state.game, true);
  log(state.log);
  taken();
  turn(state);
  choices(state);
  undo(state);
  people(state);
  const again = focus && [...document.querySelectorAll("#legal button")].find((button) => button.dataset.text === focus);
  if (again) again.focus();
};

const log = (plies) => {
  for (const { ply, seat, move, says, taken } of plies) {
    if (ply <= fresh.logged) continue;
    fresh.logged = ply;
    if (seat === fresh.state.as) fresh.taken = [];
    fresh.taken.push(...taken);
    const item = element("li");
    item.append(element("b", "", seat === null ? "The start" : `${ply}. ${nameOf(seat)}`));
    if (move) item.append(`: ${move}`);
    if (says.length) item.append(element("small", "", says.join(" · ")));
    find("log").prepend(item);
  }
};

/// Cards that have left the middle of the table since the last move of one's own: a trick that a move completes would else be seen
/// by nobody.
const taken = () => {
  const shown = [...new Set(fresh.taken)].map((number) => fresh.board.cards[number]).filter(([, , front]) => front !== null);
  find("taken").hidden = shown.length === 0;
  find("taken").replaceChildren(element("small", "", "Taken from the middle"), ...shown.map(([, name, front, , form]) => {
    const card = element("div", `card ${form}`);
    card.dataset.label = "";
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", name);
    card.append(element("i", `front p${front}`));
    return card;
  }));
};

const turn = (state) => {
  const said = state.over ? state.game.ending?.says ?? "The game is over."
    : state.legal.length ? (state.yours.length > 1 ? `${nameOf(state.as)}: your move` : "Your move")
      : `${state.turns.map(nameOf).join(", ")} ${state.turns.length === 1 ? "is" : "are"} to move`;
  if (find("turn").textContent !== said) find("turn").textContent = said;
  find("turn").className = state.legal.length ? "turn-told yours" : "turn-told";
  document.title = state.legal.length ? `● ${find("title").textContent}` : find("title").textContent;
};

/// The legal moves, those with the chosen card alone when one is chosen; their cards are lit on the board.
const choices = (state) => {
  const legal = [...state.legal].sort((a, b) => a.says.localeCompare(b.says, "en", { numeric: true }));
  find("choices").hidden = legal.length === 0;
  const cards = new Set(fresh.state.game.cards.map(([id]) => id).filter(Boolean));
  const named = (text) => text.split(" ").filter((word) => cards.has(word));
  const lit = new Set(legal.flatMap(({ text }) => named(text)));
  // After a move was taken back the chosen card may have none.
  if (!lit.has(fresh.chosen)) fresh.chosen = null;
  for (const card of document.querySelectorAll("#board .card")) {
    const id = card.dataset.card;
    const playable = Boolean(id) && lit.has(id);
    card.classList.toggle("lit", playable);
    card.classList.toggle("chosen", playable && id === fresh.chosen);
    if (playable) {
      card.tabIndex = 0;
      card.setAttribute("role", "button");
    } else {
      card.removeAttribute("tabindex");
      card.setAttribute("role", "img");
    }
  }
  const shown = fresh.chosen ? legal.filter(({ text }) => named(text).includes(fresh.chosen)) : legal;
  const buttons = shown.map(({ text, says }) => {
    const item = element("li");
    const button = element("button", "", says.charAt(0).toUpperCase() + says.slice(1));
    button.type = "button";
    button.dataset.text = text;
    item.append(button);
    return item;
  });
  find("legal").replaceChildren(...buttons);
  find("chosen").hidden = !fresh.chosen;
  find("chosen").textContent = fresh.chosen ? "Moves with the chosen card; choose it again to see all moves." : "";
};

const undo = ({ undo: offer }) => {
  const parts = [];
  const button = (words, address, fields) => {
    const made = element("button", "", words);
    made.type = "button";
    made.addEventListener("click", () => send(address, fields));
    parts.push(made);
  };
  if (offer?.asked) {
    parts.push(element("p", "", offer.asked));
    if (offer.may_agree) {
      button("Agree", "undo", { to: offer.to });
      button("No", "undo", { to: "no" });
    } else button("Never mind", "undo", { to: "no" });
  } else if (offer?.may_ask) button("Take the last move back", "undo", { to: offer.to });
  find("undo").replaceChildren(...parts);
};

const people = ({ people: all }) => {
  find("people").textContent = all.join(" · ");
};

// ------------------------------------------------------------------------------------------ what is done

const choose = (card) => {
  if (!card?.classList.contains("lit")) return;
  fresh.chosen = fresh.chosen === card.dataset.card ? null : card.dataset.card;
  choices(fresh.state);
  const only = document.querySelectorAll("#legal button");
  if (fresh.chosen && only.length) only[0].focus();
};

find("board").addEventListener("click", ({ target }) => choose(target.closest(".card")));
find("board").addEventListener("keydown", (event) => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  choose(event.target.closest(".card"));
});
find("board").addEventListener("mouseover", (event) => fresh.board?.zoom(event));
find("board").addEventListener("mouseleave", () => { find("zoom").hidden = true; });
addEventListener("scroll", () => { find("zoom").hidden = true; });
find("legal").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) play(button.dataset.text);
});
// On a small screen this strip stays in sight and leads to the moves.
find("turn").addEventListener("click", () => {
  const to = find("choices").hidden ? find("board") : find("choices");
  to.scrollIntoView({ block: "center" });
});
find("by-text").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = find("text").value.trim();
  find("text").value = "";
  if (text) play(text);
});
find("lift").addEventListener("click", () => {
  fresh.hidden = fresh.state.as;
  fresh.logged = -1;
  fresh.taken = [];
  find("log").replaceChildren();
  ask();
});

// ------------------------------------------------------------------------------------------ following

let stream = null;

const follow = () => {
  stream = new EventSource(`${base}/events`);
  stream.addEventListener("table", ask);
  stream.addEventListener("error", () => document.body.classList.add("lost"));
  stream.addEventListener("open", () => document.body.classList.remove("lost"));
};

document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) follow();
});

follow();
