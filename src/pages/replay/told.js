// What is told of a frame: what happened, who is to move, numbers, scores.

const tellPlates = (frame) => {
  const { standing } = captions;
  if (!standing) return;
  const hides = new Set();
  for (const { zone, face } of lying(frame)) {
    if (face?.secret) hides.add(zone.replace(`${captions.field}/`, ""));
  }
  for (const [key, { plate, value, seat }] of plates) {
    const place = key.split("/")[0];
    const sum = frame.standings[standing.key]?.[key];
    plate.hidden = sum === undefined || (captions.row && !boxes.get(`${captions.row}/${place}`).childElementCount);
    value.textContent = hides.has(key) && !peek ? "?" : sum;
    const secret = !peek && seats.some(({ word }) => hides.has(`${place}/${word}`));
    plate.classList.toggle("leads", !secret && frame.standings[standing.winner]?.[place] === seats[seat].word);
    plate.title = `${standing.label}: ${value.textContent}`;
    plate.setAttribute("aria-label", `${seats[seat].name} at location ${place}: ${value.textContent}`);
  }
};

const tell = (frame) => {
  const now = find("who").parentElement;
  now.className = frame.seat === null ? "now" : `now seat${frame.seat}`;
  const who = frame.seat === null ? ["The start"] : [sign(frame.seat), `${seats[frame.seat].name}, move ${frame.ply}`];
  find("who").replaceChildren(...who);
  find("move").textContent = capital(version(frame.move));
  find("says").replaceChildren(...version(frame.says).map((line) => make("li", "", line)));
  const { round } = frame.table;
  find("round").textContent = round === undefined ? "" : `${captions.round} ${round}`;
  sides.forEach(({ side, tag }, seat) => {
    side.classList.toggle("turn", frame.turn === seat);
    tag.hidden = frame.turn !== seat;
    tag.textContent = frame.duty || "to move";
  });
  for (const { element, read } of chips) element.replaceChildren(...read(frame.facts).map(chip));
};

// ------------------------------------------------------------------------------------------ the scores

const verdict = () => [...game.ending.winners.slice(0, 1).map(sign), game.ending.says];

const crown = () => {
  if (!game.ending) return;
  const [winner] = game.ending.winners;
  finale.className = winner === undefined ? "finale" : `finale seat${winner}`;
  finale.append(...verdict(), ` ${game.ending.totals.join(" : ")}`);
};

const score = (frame, ended) => {
  const sheet = game.sheets[frame.sheet];
  find("score").hidden = !sheet;
  if (!sheet) return;
  const head = make("h2");
  head.append(...(ended ? verdict() : ["If it ended now"]));
  const top = make("tr");
  top.append(make("th", "", ended && game.ending.by ? `by ${game.ending.by}` : ""));
  top.append(...sheet.columns.map((seat) => make("th", "", seats[seat].name)));
  const rows = sheet.rows.map(({ label, points }) => {
    const row = make("tr");
    const part = make("th", "", label);
    part.scope = "row";
    row.append(part, ...points.map((n) => make("td", "", n ?? "")));
    return row;
  });
  const [table, thead, tbody] = [make("table"), make("thead"), make("tbody")];
  thead.append(top);
  tbody.append(...rows);
  table.append(thead, tbody);
  find("score").replaceChildren(head, table);
};
