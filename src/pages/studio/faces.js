// Small faces are parts of contact sheets. One that is shown larger than the sheet has pixels for takes a finer sheet, or its drawing;
// only those that are seen do.

const SHEET_DPI = 64;
const BLUR = 1.3;

/// Dots to the inch at which a face is shown.
const shownDpi = (face) => (face.getBoundingClientRect().height * devicePixelRatio * 25.4) / Number(face.getAttribute("height"));

const sharpen = (face) => {
  const [image] = face.children;
  if (!image) return;
  const wanted = shownDpi(face) / SHEET_DPI / BLUR;
  if (wanted <= 1) return;
  const href = image.getAttribute("href");
  if (wanted <= 2) {
    if (href.startsWith("/contact-sheet/") && !href.includes("?")) image.setAttribute("href", `${href}?fine=true`);
  } else if (href !== face.dataset.face) {
    face.setAttribute("viewBox", "0 0 1 1");
    for (const side of ["width", "height"]) image.setAttribute(side, 1);
    image.setAttribute("href", face.dataset.face);
  }
};

const seen = new Set();

const watch = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      seen.add(target);
      sharpen(target);
    } else seen.delete(target);
  }
}, { rootMargin: "100px" });

/// Looks at all faces of the page again: they, or their size, may be new.
export const sharpenFaces = () => {
  for (const face of document.querySelectorAll("svg.face")) watch.observe(face);
  for (const face of seen) face.isConnected ? sharpen(face) : seen.delete(face);
};
