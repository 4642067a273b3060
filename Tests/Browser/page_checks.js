// What can be judged of a page that is shown. Each function gives sentences about what is wrong, or none.

const controls = "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]";
const shown = (element) =>
  element.checkVisibility({ visibilityProperty: true }) && !element.closest(".visually-hidden");
const inTabOrder = () =>
  [...document.querySelectorAll(controls)].filter((e) => shown(e) && e.tabIndex >= 0 && !e.disabled);
const described = (e) =>
  `<${e.localName}${e.id ? ` id=${e.id}` : ""}${e.name ? ` name=${e.name}` : ""}> "${textOf(e).slice(0, 40)}"`;
const textOf = (e) => (e.innerText ?? e.value ?? "").trim().replace(/\s+/g, " ");

// Colours, after WCAG 2.2. A canvas understands every notation, color-mix() included.
const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
const known = new Map();
function rgba(colour) {
  if (!known.has(colour)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    known.set(colour, [...canvas.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(colour);
}
const over = ([r, g, b, a], below) => [r, g, b].map((c, i) => (c * a + below[i] * (255 - a)) / 255);
function ground(element) {
  if (!element) return rgba("Canvas").slice(0, 3);
  const colour = rgba(getComputedStyle(element).backgroundColor);
  return colour[3] === 255 ? colour.slice(0, 3) : over(colour, ground(element.parentElement));
}
function luminance(rgb) {
  const [r, g, b] = rgb.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(colour, below) {
  const [low, high] = [luminance(over(rgba(colour), below)), luminance(below)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Once for a page: what it says to people who do not see it, and how many scripts it may have.
function structure(scripts) {
  const problems = [];
  const headings = document.querySelectorAll("h1");
  if (!document.title.trim()) problems.push("it has no title");
  if (!document.documentElement.lang) problems.push("it does not say its language");
  if (headings.length !== 1 || !textOf(headings[0])) problems.push(`it has ${headings.length} first headings`);
  if (document.scripts.length > scripts) problems.push(`it has ${document.scripts.length} scripts`);
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push(`two elements are called ${id}`);
  for (const attribute of ["aria-describedby", "aria-labelledby", "for"])
    for (const e of document.querySelectorAll(`[${attribute}]`))
      for (const id of e.getAttribute(attribute).split(/\s+/))
        if (!ids.includes(id)) problems.push(`${described(e)} points at ${id}, which is not there`);
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea"))
    if (shown(e) && !textOf(e.labels[0] ?? e) && !e.ariaLabel) problems.push(`${described(e)} has no label`);
  for (const e of document.querySelectorAll("a[href], button"))
    if (shown(e) && !textOf(e) && !e.ariaLabel) problems.push(`${described(e)} has no name`);
  return problems;
}

// Once for a size and scheme: what it looks like.
function appearance(width) {
  const problems = [];
  if (document.documentElement.scrollWidth > width) {
    const wide = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > width + 1);
    problems.push(`it is ${document.documentElement.scrollWidth} wide: ${wide.slice(0, 3).map(described)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const elements = new Set();
  while (texts.nextNode()) if (texts.currentNode.data.trim()) elements.add(texts.currentNode.parentElement);
  for (const e of elements) {
    if (!shown(e)) continue;
    const style = getComputedStyle(e), size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const found = contrast(style.color, ground(e));
    if (found < least) problems.push(`${described(e)} has a contrast of ${found.toFixed(2)}`);
    if (size < 12) problems.push(`${described(e)} is written in ${size} px`);
  }
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!shown(e)) continue;
    const style = getComputedStyle(e), hint = getComputedStyle(e, "::placeholder");
    if (contrast(style.color, ground(e)) < 4.5) problems.push(`${described(e)} shows faint text`);
    if (contrast(hint.color, ground(e)) < 4.5) problems.push(`${described(e)} shows a faint placeholder`);
    if (contrast(style.borderTopColor, ground(e.parentElement)) < 3) problems.push(`${described(e)} has a faint edge`);
  }
  for (const e of inTabOrder()) {
    const box = e.getBoundingClientRect();
    const isInText = getComputedStyle(e).display === "inline"; // such links are as high as the line
    if (!isInText && (box.width < 24 || box.height < 24)) problems.push(`${described(e)} is too small to touch`);
  }
  return problems;
}

// Writes down what the Tab key reaches, and how it shows.
function watchFocus() {
  window.focusVisits = new Map();
  document.addEventListener("focusin", ({ target }) => {
    const style = getComputedStyle(target);
    const seen = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 &&
      contrast(style.outlineColor, ground(target.parentElement)) >= 3;
    // Where the focus comes back from outside the page, the event may precede the outline.
    window.focusVisits.set(target, seen || window.focusVisits.get(target) === true);
  });
  document.activeElement?.blur();
  return inTabOrder().length;
}
function focusProblems() {
  const problems = [];
  for (const e of inTabOrder()) {
    if (!window.focusVisits.has(e)) problems.push(`the Tab key does not reach ${described(e)}`);
    else if (!window.focusVisits.get(e)) problems.push(`nobody sees that ${described(e)} has the focus`);
  }
  return problems;
}
