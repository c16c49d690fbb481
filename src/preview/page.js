"use strict";
(() => {
  const find = (id) => document.getElementById(id);
  const game = JSON.parse(find("game").textContent);
  const { seats, cards, zones, frames } = game;
  const WAYS = ["", "down", "launched", "revealed", "disloyal", "lent"];
  const SAID = { down: ", face down", launched: ", launched", revealed: ", turned up", disloyal: ", disloyal", lent: ", in use" };
  const LEVELS = ["#1d1a16", "#b5392b", "#b9852b", "#2f5d7c", "#2a6b4f"];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let step = 0;
  let peek = false;

  const make = (tag, className, text) => {
    const made = document.createElement(tag);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const sign = (seat) => make("span", seats[seat].sign ? `sign sign${seat}` : "");

  // ------------------------------------------------------------------------------------- the board

  const boxes = new Map(); // zone -> where its cards lie
  const heads = new Map(); // zone -> where its cards are counted
  const sides = [];
  const plates = new Map();
  const stamps = [];
  const finale = make("div", "finale");

  const box = (zone, className) => {
    const made = make("div", `cards ${className}`);
    boxes.set(zone, made);
    return made;
  };
  const group = (zone, title, className) => {
    const made = make("div", `group ${className}`);
    const head = make("small");
    heads.set(zone, { head, title });
    made.append(head, box(zone, "small"));
    return made;
  };
  const known = (zone) => zones.includes(zone);

  const sideOf = (seat) => {
    const { word, name } = seats[seat];
    const side = make("div", `side seat${seat}`);
    const label = make("div", "name");
    const tag = make("span", "tag", "to move");
    const words = make("span", "", name);
    words.append(tag);
    label.append(sign(seat), words);
    side.append(label);
    const groups = [["hand", "Hand", ""], ["owned", "Countries", "wide"], ["labs", "Labs", ""], ["protests", "Protests", "many"]];
    for (const [kind, title, className] of groups) {
      if (known(`${kind}/${word}`)) side.append(group(`${kind}/${word}`, title, className));
    }
    sides[seat] = { side, tag };
    return side;
  };

  const fieldOf = (place, seat, top) => {
    const field = make("div", top ? "field top" : "field");
    const { word } = seats[seat];
    field.append(box(`field/${place}/${word}`, ""), box(`justified/${place}/${word}`, "justified"));
    return field;
  };

  const placeOf = (place, tops, bottom) => {
    const made = make("div", "place");
    for (const seat of tops) made.append(fieldOf(place, seat, true));
    const spot = make("div", "spot");
    spot.append(make("span", "number", place), box(`row/${place}`, ""), box(`paired/${place}`, "paired"));
    const stack = make("div", "plates");
    for (const seat of [...tops, bottom]) {
      const plate = make("div", `plate seat${seat}`);
      const number = make("span");
      plate.append(sign(seat), number);
      plates.set(`${place}/${seats[seat].word}`, { plate, number, seat });
      stack.append(plate);
    }
    const stamp = make("div", "stamp", "occupied");
    stamps[place] = stamp;
    spot.append(stack, stamp);
    made.append(spot, fieldOf(place, bottom, false));
    return made;
  };

  const pileOf = (zone, title) => {
    const made = make("div", "pile");
    const head = make("small");
    heads.set(zone, { head, title, pile: true });
    made.append(box(zone, "small"), head);
    return made;
  };

  const build = () => {
    const board = find("board");
    const tops = seats.map((_, seat) => seat).slice(1).reverse();
    for (const seat of tops) board.append(sideOf(seat));
    const middle = make("div", "middle");
    const piles = make("div", "piles");
    for (const [zone, title] of [["deck", "Deck"], ["discard", "Discards"], ["countries", "Countries"], ["labs", "Labs"]]) {
      if (known(zone)) piles.append(pileOf(zone, title));
    }
    middle.append(piles);
    for (let place = 1; place <= game.places; place++) middle.append(placeOf(place, tops, 0));
    middle.append(finale);
    board.append(middle, sideOf(0));
    for (let level = game.defcon || 0; level > 0; level--) {
      const item = make("li", "", level);
      item.style.setProperty("--level", LEVELS[Math.min(level, LEVELS.length) - 1]);
      find("defcon").append(item);
    }
    find("defcon").hidden = !game.defcon;
    find("about").textContent = `seed ${game.seed}, ${game.players} players`;
  };

  // ------------------------------------------------------------------------------------- the cards

  const lying = cards.map(([id, name, front, back]) => {
    const card = make("div", "card");
    card.setAttribute("role", "img");
    const side = (className, picture) => {
      const made = make("i", className);
      if (picture === null) made.textContent = className === "front" ? name : "?";
      else made.classList.add(`p${picture}`);
      return made;
    };
    card.append(side("front", front), side("back", back));
    card.dataset.name = name;
    card.title = id;
    return card;
  });

  // Of a pile only the top card is seen.
  const isPile = (zone) => heads.get(zone)?.pile;

  /// The cards that lie otherwise than a step before, where they are few.
  const changed = (at) => {
    const where = ({ lies }) => {
      const found = new Map();
      for (let at = 0; at < lies.length; at += 3) found.set(lies[at], `${lies[at + 1]} ${lies[at + 2]}`);
      return found;
    };
    if (at === 0) return [];
    const [before, after] = [where(frames[at - 1]), where(frames[at])];
    const others = [...after.keys()].filter((card) => before.get(card) !== after.get(card));
    return others.length > 6 ? [] : others;
  };

  const lay = (frame) => {
    const counts = new Map();
    const piles = new Map();
    const kept = new Set();
    const { lies } = frame;
    const order = new Map();
    for (let at = 0; at < lies.length; at += 3) {
      const [card, zone, way] = [lies[at], zones[lies[at + 1]], WAYS[lies[at + 2]]];
      counts.set(zone, (counts.get(zone) || 0) + 1);
      if (isPile(zone)) {
        // The last of what lies open; the backs of countries would tell which comes next.
        if (zone === "discard") piles.set(zone, [card, zone]);
        else if (zone !== "countries" && !piles.has(zone)) piles.set(zone, [card, zone]);
        continue;
      }
      if (!boxes.has(zone)) continue;
      kept.add(card);
      put(card, zone, way, order);
    }
    for (const [card, zone] of piles.values()) {
      kept.add(card);
      put(card, zone, "", order);
    }
    lying.forEach((card, number) => kept.has(number) || card.remove());
    for (const number of changed(step)) lying[number].classList.add("fresh");
    for (const [zone, { head, title }] of heads) {
      head.replaceChildren(`${title} `, make("b", "", counts.get(zone) || 0));
    }
  };

  const put = (number, zone, way, order) => {
    const card = lying[number];
    const kind = zone.split("/")[0];
    const under = kind === "deck" || zone === "protests";
    const secret = under || (!peek && (way === "down" || kind === "hand"));
    const covered = secret || way === "disloyal";
    card.className = `card ${way}${covered ? " covered" : ""}`;
    card.setAttribute("aria-label", (secret ? "a card" : card.dataset.name) + (SAID[way] || ""));
    card.title = secret ? "" : cards[number][0];
    const place = boxes.get(zone);
    const index = order.get(zone) || 0;
    order.set(zone, index + 1);
    if (place.children[index] !== card) place.insertBefore(card, place.children[index] || null);
  };

  /// Lets the cards that moved glide from where they were.
  const glide = (change) => {
    const before = lying.map((card) => card.isConnected ? card.getBoundingClientRect() : null);
    change();
    if (still.matches) return;
    const deck = boxes.get("deck")?.getBoundingClientRect();
    lying.forEach((card, number) => {
      if (!card.isConnected || !card.animate) return;
      const from = before[number] || deck;
      const to = card.getBoundingClientRect();
      if (!from) return;
      const [x, y] = [from.left - to.left, from.top - to.top];
      if (Math.abs(x) + Math.abs(y) < 2) return;
      card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 60 }, { transform: "none", zIndex: 60 }], { duration: 240, easing: "ease-out" });
    });
  };

  // --------------------------------------------------------------------------------------- a step

  const version = (pair) => pair[peek ? 0 : 1];

  const tellPlates = (frame) => {
    const hides = new Set();
    for (let at = 0; at < frame.lies.length; at += 3) {
      if (WAYS[frame.lies[at + 2]] === "down") hides.add(zones[frame.lies[at + 1]].replace("field/", ""));
    }
    for (const [key, { plate, number, seat }] of plates) {
      const place = key.split("/")[0];
      const value = frame.influence?.[key];
      plate.hidden = value === undefined || !boxes.get(`row/${place}`).childElementCount;
      number.textContent = hides.has(key) && !peek ? "?" : value;
      const secret = !peek && seats.some(({ word }) => hides.has(`${place}/${word}`));
      plate.classList.toggle("leads", !secret && frame.winner?.[place] === seats[seat].word);
      plate.setAttribute("aria-label", `${seats[seat].name} at location ${place}: ${number.textContent}`);
    }
    stamps.forEach((stamp, place) => { stamp.hidden = !(frame.occupied || []).includes(place); });
  };

  const DUTIES = { flip: "to flip", restore: "to restore", return: "to return" };

  const tell = (frame) => {
    const now = find("who").parentElement;
    now.className = frame.seat === null ? "now" : `now seat${frame.seat}`;
    const who = frame.seat === null ? ["The start"] : [sign(frame.seat), `${seats[frame.seat].name}, move ${frame.ply}`];
    find("who").replaceChildren(...who);
    const move = version(frame.move);
    find("move").textContent = move.charAt(0).toUpperCase() + move.slice(1);
    find("says").replaceChildren(...version(frame.says).map((line) => make("li", "", line)));
    find("round").textContent = frame.round === undefined ? "" : `Round ${frame.round}`;
    sides.forEach(({ side, tag }, seat) => {
      side.classList.toggle("turn", frame.turn === seat);
      tag.hidden = frame.turn !== seat;
      tag.textContent = DUTIES[frame.phase] ? `${DUTIES[frame.phase]} ${frame.owed || ""}` : "to move";
    });
    [...find("defcon").children].forEach((item) => {
      if (Number(item.textContent) === frame.defcon) item.setAttribute("aria-current", "true");
      else item.removeAttribute("aria-current");
    });
  };

  const show = (animate) => {
    const frame = frames[step];
    const change = () => { lay(frame); tellPlates(frame); tell(frame); };
    if (animate) glide(change);
    else change();
    const slider = find("slider");
    slider.value = step;
    slider.setAttribute("aria-valuetext", `move ${frame.ply} of ${frames.length - 1}`);
    find("first").disabled = find("back").disabled = step === 0;
    find("last").disabled = find("next").disabled = step === frames.length - 1;
    find("score").hidden = finale.hidden = step !== frames.length - 1 || !game.result;
    buttons.forEach((button, at) => {
      if (at === step) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const list = find("moves").parentElement;
    const [outer, inner] = [list.getBoundingClientRect(), buttons[step].getBoundingClientRect()];
    if (inner.top < outer.top + 30 || inner.bottom > outer.bottom) {
      list.scrollTop += inner.top - outer.top - outer.height / 2;
    }
  };

  const go = (to) => {
    const wanted = Math.max(0, Math.min(frames.length - 1, to));
    if (wanted === step) return;
    const near = Math.abs(wanted - step) === 1;
    step = wanted;
    show(near);
  };

  // ----------------------------------------------------------------------------- moves and scores

  const buttons = [];
  const texts = [];

  const list = () => {
    let round;
    frames.forEach((frame, at) => {
      // A move stands under the round in which it was made.
      const of = at === 0 ? frame.round : frames[at - 1].round;
      if (of !== round) {
        round = of;
        find("moves").append(make("li", "head", `Round ${round}`));
      }
      const item = make("li");
      const button = make("button", frame.move[0] === "end" ? "quiet" : "");
      button.type = "button";
      const text = make("span");
      if (frame.seat !== null) {
        const mark = sign(frame.seat);
        mark.setAttribute("role", "img");
        mark.setAttribute("aria-label", seats[frame.seat].name);
        button.append(mark);
      }
      button.append(text);
      button.addEventListener("click", () => go(at));
      buttons.push(button);
      texts.push(text);
      item.append(button);
      find("moves").append(item);
    });
  };

  const name = () => texts.forEach((text, at) => { text.textContent = version(frames[at].move); });

  const score = () => {
    const { result } = game;
    if (!result) return;
    const winner = seats.findIndex(({ word }) => word === result.winner);
    const by = result.by.replaceAll("-", " ");
    const head = make("h2");
    const totals = seats.map(({ word }) => result.scores[word].total).sort((a, b) => b - a);
    const says = winner < 0 ? ["Nobody wins"] : [sign(winner), `${seats[winner].name} win`];
    head.append(...says);
    finale.className = winner < 0 ? "finale" : `finale seat${winner}`;
    finale.append(...says.map((part) => part.cloneNode?.(true) ?? part), ` ${totals.join(" : ")}`);
    const table = make("table");
    const top = make("tr");
    top.append(make("th", "", winner < 0 ? by : `by ${by}`));
    for (const { name } of seats) top.append(make("th", "", name));
    const parts = Object.keys(result.scores[seats[0].word]);
    const rows = parts.map((part) => {
      const row = make("tr");
      const label = make("th", "", part);
      label.scope = "row";
      row.append(label, ...seats.map(({ word }) => make("td", "", result.scores[word][part])));
      return row;
    });
    const thead = make("thead");
    const tbody = make("tbody");
    thead.append(top);
    tbody.append(...rows);
    table.append(thead, tbody);
    find("score").append(head, table);
  };

  // ------------------------------------------------------------------------------- hands and mouse

  const setPeek = (on) => {
    peek = on;
    find("peek").checked = on;
    name();
    show(false);
  };

  /// The next step in `direction` at which another round has begun.
  const round = (direction) => {
    let at = step + direction;
    const begins = (at) => at <= 0 || at >= frames.length - 1 || frames[at].round !== frames[at - 1].round;
    while (!begins(at)) at += direction;
    go(at);
  };

  const KEYS = {
    ArrowRight: () => go(step + 1),
    ArrowLeft: () => go(step - 1),
    Home: () => go(0),
    End: () => go(frames.length - 1),
    PageDown: () => round(1),
    PageUp: () => round(-1),
    h: () => setPeek(!peek),
    H: () => setPeek(!peek),
  };

  const zoom = (event) => {
    const card = event.target.closest?.(".card");
    const big = find("zoom");
    const picture = card?.querySelector(card.classList.contains("covered") ? ".back" : ".front");
    const shown = picture?.className.match(/\bp\d+\b/)?.[0];
    big.hidden = !shown;
    if (!shown) return;
    big.className = `zoom ${shown}`;
    const { left, right, top } = card.getBoundingClientRect();
    const beside = right + 252 < innerWidth ? right + 12 : Math.max(8, left - 252);
    big.style.left = `${beside}px`;
    big.style.top = `${Math.max(8, Math.min(innerHeight - 344, top - 80))}px`;
  };

  build();
  list();
  score();
  find("slider").max = frames.length - 1;
  find("slider").addEventListener("input", (event) => go(Number(event.target.value)));
  find("first").addEventListener("click", KEYS.Home);
  find("last").addEventListener("click", KEYS.End);
  find("back").addEventListener("click", KEYS.ArrowLeft);
  find("next").addEventListener("click", KEYS.ArrowRight);
  find("peek").addEventListener("change", (event) => setPeek(event.target.checked));
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });
  find("board").addEventListener("mouseover", zoom);
  find("board").addEventListener("mouseleave", () => { find("zoom").hidden = true; });
  // A page can be opened at a step: `#23`, or with hidden cards shown: `#23h`.
  const asked = /^#(\d+)(h?)$/.exec(location.hash);
  if (asked) step = Math.min(frames.length - 1, Number(asked[1]));
  setPeek(Boolean(asked?.[2]));
})();
