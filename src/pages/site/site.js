"use strict";
const find = (id) => document.getElementById(id);
const links = [...document.querySelectorAll("li a")];
let shown = null;

const show = (link) => {
  if (!link) return;
  shown = link;
  const faces = [link.getAttribute("href"), link.dataset.back].filter(Boolean).map((address, side) => {
    const face = document.createElement("img");
    face.src = address;
    face.alt = side ? `${link.dataset.name}, back` : link.dataset.name;
    return face;
  });
  find("faces").replaceChildren(...faces);
  find("caption").textContent = link.dataset.name;
  if (!find("large").open) find("large").showModal();
};

const step = (by) => {
  const seen = links.filter((link) => !link.closest("[hidden]"));
  show(seen[seen.indexOf(shown) + by]);
};

for (const link of links) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    show(link);
  });
}
find("before").addEventListener("click", () => step(-1));
find("next").addEventListener("click", () => step(1));
find("close").addEventListener("click", () => find("large").close());
find("large").addEventListener("keydown", ({ key }) => {
  if (key === "ArrowLeft") step(-1);
  if (key === "ArrowRight") step(1);
});
find("search")?.form.addEventListener("submit", (event) => event.preventDefault());
find("search")?.addEventListener("input", ({ target }) => {
  const words = target.value.toLowerCase().split(/\s+/).filter(Boolean);
  let some = false;
  for (const deck of document.querySelectorAll("#cards .deck")) {
    const cards = [...deck.querySelectorAll("li")];
    for (const card of cards) {
      const name = card.firstElementChild.dataset.name.toLowerCase();
      card.hidden = !words.every((word) => name.includes(word));
    }
    deck.hidden = cards.every((card) => card.hidden);
    some ||= !deck.hidden;
  }
  find("nothing").hidden = some;
});
