// The studio's pages follow what is saved: the server says that the game has changed, and the page is fetched and patched.

import { sharpenFaces } from "./faces.js";
import { patch } from "./patch.js";

const find = (id) => document.getElementById(id);

// ------------------------------------------------------------------------------------------ fetching

let asked = 0;

/// Shows an address in place of the present one; the last that was asked for wins.
const show = async (address, options) => {
  const number = ++asked;
  const response = await fetch(address, { headers: { accept: "text/html" }, ...options });
  if (!(response.headers.get("content-type") || "").startsWith("text/html")) {
    return response.ok ? undefined : say(await response.text());
  }
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (number !== asked) return undefined;
  document.title = page.title;
  if (response.redirected) history.replaceState(null, "", response.url);
  const cursor = cursorOf(find("line"));
  keepUnsaved(page);
  keepValues(page);
  for (const part of ["state", "main"]) patch(find(part), page.getElementById(part));
  patch(document.querySelector("header nav"), page.querySelector("header nav"));
  ready();
  putCursor(cursor);
  return response;
};

/// A text that is being written stays when another program saves its file: it is nowhere else.
const keepUnsaved = (page) => {
  const [text, fresh] = [find("line"), page.getElementById("line")];
  if (!text || !fresh || text.ariaLabel !== fresh.ariaLabel) return;
  if (text.value === text.defaultValue || text.value === fresh.value) return;
  const [section, other] = [text.closest(".editor"), fresh.closest(".editor")];
  if (section.dataset.key === other.dataset.key) return;
  other.dataset.key = section.dataset.key;
  section.dataset.keep = other.dataset.keep = "unsaved";
  if (section.querySelector(".notice")) return;
  const notice = document.createElement("p");
  notice.className = "notice";
  notice.textContent = "Another program has saved this file. Your text is kept here, but cannot be saved over the newer one: copy it, and load the page again.";
  section.querySelector("form").before(notice);
};

/// So does a value of a card that is being written.
const keepValues = (page) => {
  for (const form of document.querySelectorAll(".values form")) {
    const other = page.querySelector(`form[data-key="${CSS.escape(form.dataset.key)}"]`);
    const { cell } = form.elements;
    if (!other || cell.value === cell.defaultValue || cell.value === other.elements.cell.value) continue;
    form.dataset.keep = other.dataset.keep = "unsaved";
  }
};

const here = () => location.pathname + location.search;

const say = (words) => {
  const state = find("state");
  const badge = document.createElement("span");
  badge.className = "badge error";
  badge.textContent = words;
  state.append(badge);
};

// ------------------------------------------------------------------------------------------ following

let stream = null;

/// Milliseconds between two looks at a page that is told of changes.
const BETWEEN = 100;

let looking = false;
let told = false;
let posted = Promise.resolve();

/// Looks at the page again. However many events come while one look is under way, one more look follows it.
const lookAgain = async () => {
  told = true;
  if (looking) return;
  looking = true;
  while (told) {
    told = false;
    // What was sent is answered first: its answer says what came of it.
    await posted;
    await show(here()).catch(() => {});
    await new Promise((done) => setTimeout(done, BETWEEN));
  }
  looking = false;
};

const follow = () => {
  stream = new EventSource("/events");
  stream.addEventListener("game", ({ data }) => {
    const now = JSON.parse(data);
    const known = document.body.dataset.told;
    document.body.dataset.told = data;
    // The first tells what the page shows already, unless it was left alone for a while.
    if (known !== data && (known || now.revision > 1 || now.examined)) lookAgain();
  });
  stream.addEventListener("games", () => location.pathname === "/proof" && lookAgain());
  stream.addEventListener("error", () => document.body.classList.add("lost"));
  stream.addEventListener("open", () => document.body.classList.remove("lost"));
};

// A browser keeps six connections to one server: hidden pages give theirs back.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stream?.close();
    stream = null;
  } else if (!stream) follow();
});

// ------------------------------------------------------------------------------------------ moving about

addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.href, location.href);
  if (to.origin !== location.origin || link.target || link.hasAttribute("download") || link.dataset.whole) return;
  if (to.pathname !== location.pathname) return;
  event.preventDefault();
  history.pushState(null, "", to);
  show(here()).then(() => to.hash && find(to.hash.slice(1))?.scrollIntoView({ block: "center" }));
});

addEventListener("popstate", () => show(here()));

/// What is done without leaving the page.
const post = async (address, fields) => {
  const response = await fetch(address, { method: "POST", body: new URLSearchParams(fields) });
  if (!response.ok) say(await response.text());
  return response;
};

addEventListener("click", (event) => {
  const button = event.target.closest("button[data-post]");
  if (!button) return;
  const { post: address, ...fields } = button.dataset;
  button.disabled = true;
  post(address, fields).finally(() => {
    button.disabled = false;
  });
});

// ------------------------------------------------------------------------------------------ tools of a view

const kept = (id) => `studio-${location.pathname}-${id}`;

/// Tools keep what was chosen, also when the page is left and opened again.
const restore = () => {
  for (const tool of document.querySelectorAll("[data-keep] [id]")) {
    const value = sessionStorage.getItem(kept(tool.id));
    if (value === null || tool.dataset.restored) continue;
    if (tool.type === "checkbox") tool.checked = value === "true";
    else tool.value = value;
    tool.dataset.restored = "yes";
  }
};

/// The size of a picture in millimetres, which it has as its attribute, is what it is scaled from; and it has its shape.
const measure = () => {
  for (const face of document.querySelectorAll("[data-cut]")) face.style.cssText = `--h:${face.getAttribute("height")};${face.dataset.cut}`;
  for (const guide of ["trim", "bleed", "safe"]) {
    document.body.classList.toggle(`show-${guide}`, Boolean(find(`show-${guide}`)?.checked));
  }
};

/// How the cards are looked at: as classes, which the style reads.
const looks = () => {
  const body = document.body;
  for (const name of [...body.classList]) if (/^(eyes|way)-/.test(name)) body.classList.remove(name);
  if (!find("colours")) return;
  body.classList.add(`eyes-${find("colours").value}`, `way-${find("way").value}`);
  body.style.setProperty("--screen", find("screen").value / 100);
};

const filter = () => {
  measure();
  looks();
  search();
  sharpenFaces();
};

const search = () => {
  if (!find("search")) return;
  const words = find("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const deck = find("deck").value;
  const faulty = find("faulty").checked;
  let shown = 0;
  for (const section of document.querySelectorAll("section.deck")) {
    let some = false;
    for (const tile of section.querySelectorAll(".tile")) {
      const fits = words.every((word) => tile.dataset.words.includes(word)) && (!faulty || tile.classList.contains("is-faulty"));
      tile.hidden = !fits;
      some ||= fits;
      shown += fits;
    }
    section.hidden = !some || (deck !== "" && section.dataset.deck !== deck);
  }
  find("nothing-found").hidden = shown > 0;
  document.body.classList.toggle("with-backs", find("backs").checked);
  document.body.style.setProperty("--zoom", find("zoom").value / 100);
};

addEventListener("input", ({ target }) => {
  if (!target.closest("[data-keep]") || !target.id) return;
  sessionStorage.setItem(kept(target.id), target.type === "checkbox" ? target.checked : target.value);
  filter();
});

/// What is chosen decides what else there is to choose.
addEventListener("change", ({ target }) => {
  if (!target.matches("select.again")) return;
  const fields = new URLSearchParams(new FormData(target.form));
  history.replaceState(null, "", `${location.pathname}?${fields}`);
  show(here());
});

addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  if (!form.hasAttribute("action") && form.matches("[data-keep]")) return event.preventDefault();
  const address = submitter?.getAttribute("formaction") || form.getAttribute("action");
  const method = submitter?.getAttribute("formmethod") || form.method;
  if (!address || form.dataset.whole) return undefined;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form));
  if (method === "get") {
    history.pushState(null, "", `${address}?${fields}`);
    return show(here());
  }
  submitter && (submitter.disabled = true);
  const shown = show(address, { method: "POST", body: fields }).finally(() => submitter && (submitter.disabled = false));
  posted = shown.catch(() => {});
  return shown;
});

addEventListener("keydown", (event) => {
  const form = event.target.closest?.(".editor form, .values form");
  if (form && (event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    form.requestSubmit(form.querySelector("button"));
  }
});

/// Whether the text of the editor is what the file has.
const tellSaved = () => {
  const [text, told] = [find("line"), find("saved")];
  if (!told) return;
  const says = text.value === text.defaultValue ? "saved" : "not saved yet";
  if (told.textContent !== says) told.textContent = says;
};

addEventListener("input", ({ target }) => {
  if (target.id === "line") tellSaved();
  if (target.name === "cell") target.form.classList.toggle("unsaved", target.value !== target.defaultValue);
});

/// Where the cursor of the editor is, and what is seen of the text.
const cursorOf = (text) => text && document.activeElement?.form === text.form
  && { of: text, from: text.selectionStart, to: text.selectionEnd, top: text.scrollTop };

/// Puts the cursor into what has taken the place of a text, when it was saved.
const putCursor = (cursor) => {
  const text = find("line");
  if (!text || !cursor || text === cursor.of || text.ariaLabel !== cursor.of.ariaLabel) return;
  text.focus({ preventScroll: true });
  text.setSelectionRange(cursor.from, cursor.to);
  text.scrollTop = cursor.top;
};

/// The address whose line has been gone to: a text that is saved keeps its cursor.
let gone = "";

/// Puts the cursor of the editor into the line that was asked for.
const goToLine = () => {
  const text = find("line");
  if (!text?.dataset.line || gone === location.href) return;
  gone = location.href;
  const lines = text.value.split("\n");
  const start = lines.slice(0, text.dataset.line - 1).join("\n").length + (text.dataset.line > 1 ? 1 : 0);
  text.focus();
  text.setSelectionRange(start, start + (lines[text.dataset.line - 1] || "").length);
  text.scrollTop = (text.scrollHeight / lines.length) * Math.max(0, text.dataset.line - 5);
};

/// Sets the sample of a font in that font.
const setSample = () => {
  const sample = document.querySelector("[data-font]");
  if (!sample) return;
  const family = sample.dataset.font;
  sample.style.fontFamily = JSON.stringify(family);
  new FontFace(family, `url(${JSON.stringify(family)})`).load().then((font) => document.fonts.add(font), () => {
    sample.textContent = "The browser cannot read this font.";
  });
};

const ready = () => {
  restore();
  filter();
  goToLine();
  tellSaved();
  setSample();
};

ready();
follow();
