// What the other parts share: the game, the step that is shown, and how elements are made.

const { seats, cards, zones, frames, captions } = game;
const still = matchMedia("(prefers-reduced-motion: reduce)");
let step = 0;
let peek = false;

const make = (tag, className, text) => {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
};

/// The sign of a seat, in the colour of the text around it; a dot in its own colour where it has none.
const sign = (seat) => make("span", seats[seat].sign ? `sign sym-${seats[seat].sign}` : `dot seat${seat}`);

/// A number or mark: its label, its value, whether not everybody sees it.
const chip = ([label, value, secret]) => {
  const made = make("span", "chip", label);
  if (value !== "") made.append(" ", make("b", "", secret && !peek ? "?" : value));
  return made;
};

/// The text for who asked to see hidden cards, or for who did not.
const version = (pair) => pair[peek ? 0 : 1];

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/// The cards of a frame with their zone, how they lie and what they lie on.
const lying = ({ lies }) => {
  const found = [];
  for (let at = 0; at < lies.length; at += 4) {
    const [card, zone, way, on] = lies.slice(at, at + 4);
    found.push({ card, zone: zones[zone], face: captions.faces[way - 1], on: on - 1 });
  }
  return found;
};
