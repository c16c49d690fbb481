// The board: sides with what they hold, locations with their fields, piles.

const boxes = new Map(); // zone -> where its cards lie
const heads = new Map(); // zone -> where its cards are counted
const sides = [];
const plates = new Map();
const chips = []; // numbers and marks: { element, read }
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
  side.append(label, chipsOf((facts) => facts[1][seat]));
  for (const { zone, label, many } of captions.holdings) {
    if (known(`${zone}/${word}`)) side.append(group(`${zone}/${word}`, label, many ? "many" : ""));
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

const crowded = seats.filter(({ field }) => field).length > 2;

/// What those of a bench have at a place; who they are is said where it is not plain.
const fieldsOf = (members, top, zone, others) => {
  const made = make("div", "fields");
  for (const seat of members) {
    const field = make("div", top ? "field top" : "field");
    const { word, name } = seats[seat];
    field.append(box(zone(word), ""), ...others(word).map((other) => box(other, "beside-field")));
    if (crowded || members.length > 1) {
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
  plate.append(sign(seat), value);
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

/// What lies between those who sit above and below: `all` of them, and those who have a field at the places.
const middleOf = (all, fields) => {
  const made = make("div", "centre");
  const spreads = captions.middle.filter(({ zone, seats }) => !seats && known(zone)).map(spreadOf);
  const row = make("div", "spreads");
  row.append(...spreads, chipsOf(([table]) => table));
  const places = make("div", "places");
  places.append(...captions.middle.filter(({ seats }) => seats).map((played) => playedOf(played, ...all)));
  places.append(...(game.places || []).map((place, index) => placeOf(place, index, ...fields)));
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
  return piles;
};

const build = () => {
  const board = find("board");
  const [below, ...above] = game.seating;
  above.reverse();
  const all = [above.flat(), below];
  const fields = all.map((members) => members.filter((seat) => seats[seat].field));
  for (const members of above) board.append(bench(members));
  const middle = make("div", "middle");
  const piles = pilesOf();
  if (piles.childElementCount) middle.append(piles);
  middle.append(middleOf(all, fields), finale);
  board.append(middle, bench(below));
  find("about").textContent = game.about;
  document.body.classList.toggle("stacked", captions.stacks);
  document.body.classList.toggle("around", crowded);
  document.body.classList.toggle("spreading", captions.middle.some(({ zone, seats }) => !seats && known(zone)));
};
