// The board of a page: a table of markup and texts by key, as frames.py makes it, of which only what differs is drawn anew.
"use strict";

const SVG = "http://www.w3.org/2000/svg";
const LAYERS = {board: ["cell", "label", "edge", "mark", "piece", "arrow"], trays: ["tray"]};
const find = (id) => document.getElementById(id);

let shown = new Map(); // the table on the page
const nodes = new Map(); // by key
const layers = new Map();

for (const [id, names] of Object.entries(LAYERS)) {
  for (const name of names) {
    const layer = document.createElementNS(SVG, "g");
    layer.setAttribute("class", name);
    find(id).append(layer);
    layers.set(name, layer);
  }
}

function resize(board) {
  find("board").setAttribute("viewBox", `0 0 ${board.join(" ")}`);
}

function made(markup) {
  const holder = document.createElementNS(SVG, "g");
  holder.innerHTML = markup; // drawn and escaped by the engine
  return holder;
}

// Changes the drawing on the page to that of a table.
function draw(table) {
  for (const [key, node] of nodes) {
    if (!table.has(key)) {
      node.remove();
      nodes.delete(key);
    }
  }
  for (const [key, value] of table) {
    const layer = layers.get(key.split("/", 1)[0]);
    if (!layer || shown.get(key) === value) continue;
    const node = made(value);
    if (nodes.has(key)) nodes.get(key).replaceWith(node);
    else layer.append(node);
    nodes.set(key, node);
  }
  shown = table;
}

const numbered = (table, name) => {
  const found = [];
  for (let i = 0; table.has(`${name}/${i}`); i++) found.push(table.get(`${name}/${i}`));
  return found;
};

function spans(line) {
  const made = document.createElement("p");
  for (const [style, text] of line) {
    const span = document.createElement("span");
    span.className = style;
    span.textContent = text;
    made.append(span);
  }
  return made;
}

// Writes what stands beside the drawing.
function write(table) {
  find("due").textContent = table.get("text/due");
  find("title").textContent = table.get("text/title");
  find("shouts").textContent = numbered(table, "shout").join(". ");
  find("notes").replaceChildren(...numbered(table, "note").map(spans));
  find("trays").setAttribute("viewBox", `0 0 ${table.get("text/beside")}`);
  find("trays").toggleAttribute("hidden", !layers.get("tray").hasChildNodes());
  const titles = ["piece", "edge"].flatMap((name) => [...layers.get(name).querySelectorAll("title")]);
  find("standing").replaceChildren(...titles.map((title) => {
    const item = document.createElement("li");
    item.textContent = title.textContent;
    return item;
  }));
}
