// The cards: each has one element, which goes from place to place.

const elements = cards.map(([id, name, front, back, form]) => {
  const card = make("div", "card");
  card.setAttribute("role", "img");
  const side = (className, picture) => {
    const made = make("i", className);
    if (picture === null) made.textContent = className === "front" ? name : "?";
    else made.classList.add(`p${picture}`);
    return made;
  };
  card.append(side("front", front), side("back", back));
  card.dataset.form = form;
  card.title = id;
  return card;
});

const loose = []; // cards of which it is not known which they are: a number stands for any of a deck

const elementOf = (number) => {
  if (!cards[number][5]) return elements[number];
  loose.push(elements[number].cloneNode(true));
  return loose[loose.length - 1];
};

const columns = new Map(); // the bottom card of a stack -> where its cards lie

/// The cards that lie otherwise than a step before, where they are few.
const changed = (at) => {
  const where = (frame) => new Map(lying(frame).map(({ card, zone, face, on }) => [card, `${zone} ${face?.label} ${on}`]));
  if (at === 0) return [];
  const [before, after] = [where(frames[at - 1]), where(frames[at])];
  const others = [...after.keys()].filter((card) => before.get(card) !== after.get(card));
  return others.length > 6 ? [] : others;
};

/// Of a pile only one card is seen.
const tops = (frame) => {
  const found = new Map();
  for (const lies of lying(frame)) {
    const top = heads.get(lies.zone)?.top;
    if (top === "last" || (top === "back" && !found.has(lies.zone))) found.set(lies.zone, lies);
  }
  return [...found.values()];
};

const lay = (frame) => {
  loose.splice(0).forEach((card) => card.remove());
  const counts = new Map();
  const kept = new Set();
  const order = new Map();
  const laid = lying(frame);
  for (const { zone } of laid) counts.set(zone, (counts.get(zone) || 0) + 1);
  const seen = laid.filter(({ zone }) => boxes.has(zone) && !heads.get(zone)?.top);
  for (const lies of [...seen, ...tops(frame)]) {
    kept.add(lies.card);
    put(lies, order);
  }
  elements.forEach((card, number) => kept.has(number) || card.remove());
  for (const [base, column] of columns) kept.has(base) && column.childElementCount || column.remove();
  for (const number of changed(step)) elements[number].classList.add("fresh");
  for (const [zone, { head, title }] of heads) {
    head.replaceChildren(`${title} `, make("b", "", counts.get(zone) || 0));
  }
};

/// Nobody sees the front of the topmost card of such a pile.
const covers = (zone) => heads.get(zone)?.top === "back";

/// Where a card goes: the box of its zone, or its stack in it.
const boxOf = ({ card, zone, on }, order) => {
  const outer = boxes.get(zone);
  if (!captions.stacks || !zone.startsWith(`${captions.field}/`)) return outer;
  const base = on < 0 ? card : on;
  if (!columns.has(base)) columns.set(base, make("div", "stack"));
  const column = columns.get(base);
  if (on < 0) at(outer, column, order);
  return column;
};

/// Puts an element where the next of `outer` goes.
const at = (outer, element, order) => {
  const index = order.get(outer) || 0;
  order.set(outer, index + 1);
  if (outer.children[index] !== element) outer.insertBefore(element, outer.children[index] || null);
};

const put = (lies, order) => {
  const { card: number, zone, face } = lies;
  const card = elementOf(number);
  const [id, name, , , , isLoose] = cards[number];
  const secret = isLoose || covers(zone) || (!peek && face?.secret);
  card.className = `card ${card.dataset.form} ${face?.secret ? "secret" : ""}${secret ? " covered" : ""}`;
  card.dataset.label = face?.marked && !secret ? face.label : "";
  card.setAttribute("aria-label", (secret ? "a card" : name) + (face ? `, ${face.label}` : ""));
  card.title = secret ? "" : id;
  card.dataset.card = secret ? "" : id;
  at(boxOf(lies, order), card, order);
};

/// Lets the cards that moved glide from where they were.
const glide = (change) => {
  const before = elements.map((card) => card.isConnected ? card.getBoundingClientRect() : null);
  change();
  if (still.matches) return;
  const [pile] = captions.piles;
  const deck = boxes.get(pile?.zone)?.getBoundingClientRect();
  elements.forEach((card, number) => {
    if (!card.isConnected || !card.animate) return;
    const from = before[number] || deck;
    const to = card.getBoundingClientRect();
    if (!from) return;
    const [x, y] = [from.left - to.left, from.top - to.top];
    if (Math.abs(x) + Math.abs(y) < 2) return;
    card.animate([{ transform: `translate(${x}px, ${y}px)`, zIndex: 60 }, { transform: "none", zIndex: 60 }], { duration: 240, easing: "ease-out" });
  });
};

/// Shows the card under the mouse as large as it was painted.
const zoom = (event) => {
  const card = event.target.closest?.(".card");
  const big = find("zoom");
  const picture = card?.querySelector(card.classList.contains("covered") ? ".back" : ".front");
  const shown = picture?.className.match(/\bp\d+\b/)?.[0];
  big.hidden = !shown;
  if (!shown) return;
  big.className = `zoom ${shown} ${card.dataset.form}`;
  const { left, right, top, bottom } = card.getBoundingClientRect();
  const { offsetWidth: wide, offsetHeight: high } = big;
  const beside = right + wide + 12 < innerWidth ? right + 12 : Math.max(8, left - wide - 12);
  big.style.left = `${beside}px`;
  // Over a card at the lower edge, so that its neighbours stay in sight.
  const over = bottom > innerHeight - 80 && top > high + 16 ? top - high - 8 : top - 80;
  big.style.top = `${Math.max(8, Math.min(innerHeight - high - 8, over))}px`;
};
