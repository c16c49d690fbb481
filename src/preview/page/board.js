// The board: sides with what they hold, locations with their fields, piles.

const boxes = new Map(); // zone -> where its cards lie
const heads = new Map(); // zone -> where its cards are counted
const sides = [];
const plates = new Map();
const stamps = [];
const chips = []; // numbers and marks: { element, read }
const numbers = []; // what a seat or the bank has in numbers: { element, read, tell }
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

// --------------------------------------------------------------------------------------- the numbers

/// A number that is shown in some frame; what `read` finds in a frame is told by `tell`.
const number = (element, read, tell) => {
  if (!frames.some((frame) => read(frame) !== undefined)) return [];
  numbers.push({ element, read, tell });
  return [element];
};

/// Coins, or what else is counted one by one.
const purse = ({ label, symbol: picture }, read) => {
  const element = make("div", "purse");
  return number(element, read, (n) => {
    const pieces = Array.from({ length: picture ? n : 0 }, () => symbol(picture));
    const row = make("span", "pieces");
    row.append(...pieces);
    element.replaceChildren(make("small", "", `${label} `), row);
    element.firstChild.append(make("b", "", n));
    element.setAttribute("aria-label", `${label}: ${n}`);
  });
};

const purses = (seat) => captions.purses.flatMap((held) => {
  const { word } = seats[seat];
  if (held.seat === null) return purse(held, (frame) => frame.table[held.key]?.[word]);
  return held.seat === word ? purse(held, (frame) => frame.table[held.key]) : [];
});

const counted = (seat) => {
  const { word } = seats[seat];
  const made = make("div", "counts");
  made.append(...captions.counts.flatMap(({ keys: [kind, key], label, symbol: picture }) => {
    const chip = make("span", "count");
    return number(chip, (frame) => frame.standings[kind]?.[word]?.[key], (n) => {
      chip.replaceChildren(picture ? symbol(picture) : label, make("b", "", n));
      chip.title = `${label}: ${n}`;
      chip.classList.toggle("none", n === 0);
    });
  }));
  return made.childElementCount ? [made] : [];
};

/// Numbers and marks that differ from frame to frame.
const chipsOf = (read) => {
  const element = make("div", "chips");
  if (frames.some(({ facts }) => read(facts).length)) chips.push({ element, read });
  return element;
};

// ----------------------------------------------------------------------------------------- the sides

const sideOf = (seat) => {
  const { word, name, field } = seats[seat];
  const side = make("div", `side seat${seat}${field ? "" : " second"}`);
  const label = make("div", "name");
  const tag = make("span", "tag");
  const words = make("span", "", name);
  words.append(tag);
  label.append(sign(seat), words);
  side.append(label, ...purses(seat), ...counted(seat), chipsOf((facts) => facts[1][seat]));
  for (const { zone, label, room } of captions.holdings) {
    if (known(`${zone}/${word}`)) side.append(group(`${zone}/${word}`, label, room));
  }
  sides[seat] = { side, tag };
  return side;
};

/// Those who sit together.
const bench = (members) => {
  const made = make("div", "bench");
  made.append(...members.map(sideOf));
  return made;
};

// ------------------------------------------------------------------------------------- the locations

/// What those of a bench have at a place; who they are is said where it is not plain.
const fieldsOf = (members, top, zone, others) => {
  const made = make("div", "fields");
  for (const seat of members) {
    const field = make("div", top ? "field top" : "field");
    const { word, name } = seats[seat];
    field.append(box(zone(word), ""), ...others(word).map((other) => box(other, "beside-field")));
    if (seats.length > 2) {
      field.classList.add(`seat${seat}`);
      field.append(make("small", "whose", name));
    }
    made.append(field);
  }
  return made;
};

const placeFields = (place, members, top) => fieldsOf(
  members, top,
  (word) => `${captions.field}/${place}/${word}`,
  (word) => captions.besideField.map((zone) => `${zone}/${place}/${word}`),
);

const plateOf = (place, seat) => {
  const plate = make("div", `plate seat${seat}`);
  const value = make("span");
  const picture = captions.standing?.symbol;
  plate.append(picture ? make("span", `sign sym-${picture}`) : sign(seat), value);
  plates.set(`${place}/${seats[seat].word}`, { plate, value, seat });
  return plate;
};

const placeOf = ([place, title], index, tops, bottoms) => {
  const made = make("div", "place");
  if (captions.field) made.append(placeFields(place, tops, true));
  const row = `${captions.row}/${place}`;
  const deep = frames.some((frame) => lying(frame).filter(({ zone }) => zone === row).length > 1);
  const spot = make("div", title === place ? "spot" : "spot named");
  const beside = captions.besideRow.map((zone) => box(`${zone}/${place}`, "beside-row"));
  spot.append(make("span", "number", title));
  if (captions.row) spot.append(box(row, deep ? "row deep" : "row"));
  spot.append(...beside);
  const stack = make("div", "plates");
  if (captions.standing) stack.append(...[...tops, ...bottoms].map((seat) => plateOf(place, seat)));
  stack.append(chipsOf((facts) => facts[2][index] || []));
  spot.append(stack);
  for (const [key, label] of captions.stamps) {
    const stamp = make("div", "stamp", label);
    stamps.push({ stamp, key, place: index + 1 });
    spot.append(stamp);
  }
  made.append(spot);
  if (captions.field) made.append(placeFields(place, bottoms, false));
  return made;
};

// ---------------------------------------------------------------------------- what all play or take from

/// Cards that lie before each seat in the middle of the table.
const playedOf = ({ zone, label }, tops, bottoms) => {
  const made = make("div", "place played");
  made.append(
    fieldsOf(tops, true, (word) => `${zone}/${word}`, () => []),
    make("small", "label", label),
    fieldsOf(bottoms, false, (word) => `${zone}/${word}`, () => []),
  );
  return made;
};

const spreadOf = ({ zone, label }) => {
  const made = make("div", "spread");
  const head = make("small");
  heads.set(zone, { head, title: label });
  made.append(head, box(zone, ""));
  return made;
};

const middleOf = (tops, bottoms) => {
  const made = make("div", "centre");
  const spreads = captions.middle.filter(({ zone, seats }) => !seats && known(zone)).map(spreadOf);
  const row = make("div", "spreads");
  row.append(...spreads, chipsOf(([table]) => table));
  const places = make("div", "places");
  places.append(...captions.middle.filter(({ seats }) => seats).map((played) => playedOf(played, tops, bottoms)));
  places.append(...(game.places || []).map((place, index) => placeOf(place, index, tops, bottoms)));
  if (spreads.length || frames.some(({ facts }) => facts[0].length)) made.append(row);
  made.append(places);
  return made;
};

// ----------------------------------------------------------------------------------------- the piles

const pileOf = ({ zone, label, top }) => {
  const made = make("div", "pile");
  const head = make("small");
  heads.set(zone, { head, title: label, top });
  made.append(box(zone, "small"), head);
  return made;
};

const pilesOf = () => {
  const piles = make("div", "piles");
  piles.append(...captions.piles.filter(({ zone }) => known(zone)).map(pileOf));
  for (const { key, bank, symbol: picture } of captions.purses.filter(({ bank }) => bank)) {
    const [from, label] = bank;
    piles.append(...purse({ label, symbol: picture }, (frame) => frame.table[key]?.[from]));
  }
  return piles;
};

// ------------------------------------------------------------------------------------ above the table

/// Steps of a scale, one of which is the present one: [value, text, colour, more].
const scale = (label, read, steps) => {
  const made = make("ol", "meter");
  made.setAttribute("aria-label", label);
  made.append(make("li", "title", label));
  for (const [value, colour, more] of steps) {
    const item = make("li", "", value);
    if (colour) item.style.setProperty("--level", colour);
    if (more) item.append(make("span", "", more));
    numbers.push({
      element: item,
      read,
      tell: (now) => {
        if (now === value) item.setAttribute("aria-current", "true");
        else item.removeAttribute("aria-current");
      },
    });
    made.append(item);
  }
  return made;
};

const scales = () => {
  const made = [];
  if (captions.rounds.length) {
    made.push(scale(captions.round, (frame) => frame.table.round, captions.rounds.map((says, at) => [at + 1, "", says])));
  }
  for (const { key, label, levels } of captions.meters) {
    if (frames.some((frame) => frame.table[key] !== undefined)) {
      made.push(scale(label, (frame) => frame.table[key], levels));
    }
  }
  return made;
};

const build = () => {
  const board = find("board");
  const [below, ...above] = game.seating;
  above.reverse();
  const fields = (members) => members.filter((seat) => seats[seat].field);
  const [bottoms, tops] = [fields(below), fields(above.flat())];
  for (const members of above) board.append(bench(members));
  const middle = make("div", "middle");
  const piles = pilesOf();
  if (piles.childElementCount) middle.append(piles);
  middle.append(middleOf(tops, bottoms), finale);
  board.append(middle, bench(below));
  find("meters").append(...scales());
  find("about").textContent = game.about;
  document.body.classList.toggle("stacked", captions.stacks);
  document.body.classList.toggle("around", fields(below).length + tops.length > 2);
};
