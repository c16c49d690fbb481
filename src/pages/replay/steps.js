// Steps: how one goes from one to another, and the list of all.

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
  const ended = step === frames.length - 1 && game.ending !== null;
  finale.hidden = !ended;
  score(frame, ended);
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

// ------------------------------------------------------------------------------------------- the moves

const buttons = [];
const texts = [];

const list = () => {
  let round;
  frames.forEach((frame, at) => {
    // A move stands under the round in which it was made.
    const of = (at === 0 ? frame : frames[at - 1]).table.round;
    if (of !== round) {
      round = of;
      find("moves").append(make("li", "head", `${captions.round} ${round}`));
    }
    const item = make("li");
    const button = make("button", frame.move[0].includes(" ") ? "" : "quiet");
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

const nameMoves = () => texts.forEach((text, at) => { text.textContent = version(frames[at].move); });

// ------------------------------------------------------------------------------------ keys and the mouse

const setPeek = (on) => {
  peek = on;
  find("peek").checked = on;
  nameMoves();
  show(false);
};

/// The next step in `direction` at which another round has begun.
const round = (direction) => {
  let at = step + direction;
  const begins = (at) => at <= 0 || at >= frames.length - 1 || frames[at].table.round !== frames[at - 1].table.round;
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

build();
list();
crown();
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
