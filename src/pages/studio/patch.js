// Brings what is on the page in line with what the server has made anew. Elements stay where they can: so scroll, focus, selection
// and pictures that have not changed stay too.

const keyOf = (node) => node.nodeType === 1 ? node.dataset.key || node.id || "" : "";

const alike = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

const patchAttributes = (old, fresh) => {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "hidden" && name !== "open" && name !== "style") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
};

/// Makes `old` like `fresh`. What is marked `data-keep` belongs to who looks at it and is left alone.
export const patch = (old, fresh) => {
  if (old.nodeType !== 1) {
    if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
    return;
  }
  if (old.dataset.keep && old.dataset.keep === fresh.dataset.keep) return;
  patchAttributes(old, fresh);
  const keyed = new Map();
  for (const child of old.children) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const known = keyOf(wanted) ? keyed.get(keyOf(wanted)) : at && !keyOf(at) && alike(at, wanted) ? at : null;
    if (known && alike(known, wanted)) {
      if (known === at) at = at.nextSibling;
      else old.insertBefore(known, at);
      patch(known, wanted);
    } else {
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
};
