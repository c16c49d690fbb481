// The board: sides with what they hold, locations with their fields, piles.

const boxes = new Map(); // zone -> where its cards lie
const heads = new Map(); // zone -> where its cards are counted
const sides = [];
const plates = new Map();
const stamps = [];
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

// ----------------------------------------------------------------------------------------- the sides

const sideOf = (seat, alone) => {
  const { word, name } = seats[seat];
  const side = make("div", `side seat${seat}${alone ? "" : " second"}`);
  const label = make("div", "name");
  const tag = make("span", "tag");
  const words = make("span", "", name);
  words.append(tag);
  label.append(sign(seat), words);
  side.append(label, ...purses(seat), ...counted(seat));
  for (const { zone, label, room } of captions.holdings) {
    if (known(`${zone}/${word}`)) side.append(group(`${zone}/${word}`, label, room));
  }
  sides[seat] = { side, tag };
  return side;
};

/// Those who sit together.
const bench = (members) => {
  const made = make("div", "bench");
  made.append(...members.map((seat, at) => sideOf(seat, at === 0)));
  return made;
};

// ------------------------------------------------------------------------------------- the locations

const fieldOf = (place, seat, top) => {
  const field = make("div", top ? "field top" : "field");
  const { word } = seats[seat];
  const beside = captions.besideField.map((zone) => box(`${zone}/${place}/${word}`, "beside-field"));
  field.append(box(`field/${place}/${word}`, ""), ...beside);
  return field;
};

const plateOf = (place, seat) => {
  const plate = make("div", `plate seat${seat}`);
  const value = make("span");
  const picture = captions.standing?.symbol;
  plate.append(picture ? make("span", `sign sym-${picture}`) : sign(seat), value);
  plates.set(`${place}/${seats[seat].word}`, { plate, value, seat });
  return plate;
};

const placeOf = (place, tops, bottom) => {
  const made = make("div", "place");
  for (const seat of tops) made.append(fieldOf(place, seat, true));
  const spot = make("div", "spot");
  const beside = captions.besideRow.map((zone) => box(`${zone}/${place}`, "beside-row"));
  spot.append(make("span", "number", place), box(`row/${place}`, "row"), ...beside);
  const stack = make("div", "plates");
  stack.append(...[...tops, bottom].map((seat) => plateOf(place, seat)));
  spot.append(stack);
  for (const [key, label] of captions.stamps) {
    const stamp = make("div", "stamp", label);
    stamps.push({ stamp, key, place });
    spot.append(stamp);
  }
  made.append(spot, fieldOf(place, bottom, false));
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
    made.push(scale("Round", (frame) => frame.table.round, captions.rounds.map((says, at) => [at + 1, "", says])));
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
  const [bottom, tops] = [below[0], above.map(([first]) => first)];
  for (const members of above) board.append(bench(members));
  const middle = make("div", "middle");
  middle.append(pilesOf());
  for (let place = 1; place <= game.places; place++) middle.append(placeOf(place, tops, bottom));
  middle.append(finale);
  board.append(middle, bench(below));
  find("meters").append(...scales());
  find("about").textContent = game.about;
  document.body.classList.toggle("stacked", captions.stacks);
};
