// Plays a game by clicks. It knows no rule: what is legal comes from the engine as lines, and a click on a place picks
// those lines that name it.
"use strict";

const socket = new WebSocket(`ws://${location.host}${location.pathname}lines`);
const LINES = 400; // of the log that are kept
let now = null; // what the engine said last
let picked = []; // the places that were clicked

const places = () => new Set([...document.querySelectorAll("#board [data-place]")].map((cell) => cell.dataset.place));
const tableOf = (sent) => new Map(Object.entries(sent.parts));

function put(sent) {
  resize(sent.board);
  const table = tableOf(sent);
  draw(table);
  write(table);
}

// The actions that name the picked places, in their order.
function candidates() {
  return now.legal.filter(([text]) => {
    const words = text.split(" ").slice(1);
    return picked.every((place) => {
      const at = words.indexOf(place);
      if (at < 0) return false;
      words.splice(0, at + 1);
      return true;
    });
  });
}

function send(line) {
  picked = [];
  socket.send(line);
}

function offer() {
  const known = places(), found = candidates();
  find("legal").replaceChildren(...found.map(([text, does]) => {
    const item = document.createElement("li"), button = document.createElement("button");
    button.textContent = text;
    button.onclick = () => send(text);
    button.onfocus = button.onmouseenter = () => socket.send(`?preview ${text}`);
    item.append(button, ` ${does}`);
    return item;
  }));
  find("all").hidden = !picked.length;
  find("choice").textContent = picked.length ? `What can be done with ${picked.join(" and ")}` : "What can be done";
  const next = new Set();
  for (const [text] of found) {
    const named = text.split(" ").slice(1).filter((word) => known.has(word));
    const rest = named.slice(named.indexOf(picked.at(-1)) + 1);
    if (rest.length) next.add(rest[0]);
  }
  for (const cell of document.querySelectorAll("#board [data-place]")) {
    cell.classList.toggle("may", next.has(cell.dataset.place));
    cell.classList.toggle("picked", picked.includes(cell.dataset.place));
    if (cell.matches(".may, .picked")) cell.parentNode.parentNode.append(cell.parentNode); // above its neighbours
  }
}

function pick(place) {
  const before = picked, only = candidates();
  // The same place again means the only action that is left.
  if (before.at(-1) === place && only.length === 1) return send(only[0][0]);
  picked = [...picked, place];
  if (!candidates().length) picked = before.includes(place) ? [] : [place];
  const found = candidates();
  if (!found.length) picked = [];
  // A second place that leaves one action only is that action.
  if (picked.length > 1 && found.length === 1) return send(found[0][0]);
  if (found.length === 1) socket.send(`?preview ${found[0][0]}`);
  offer();
}

function log(sent) {
  const lines = sent.lines.map(spans);
  if (sent.sent) lines.unshift(spans([["typed", `> ${sent.sent}`]]));
  find("log").append(...lines);
  while (find("log").childElementCount > LINES) find("log").firstElementChild.remove();
  find("log").scrollTop = find("log").scrollHeight;
}

function players(sent) {
  find("players").replaceChildren(...sent.players.map(([seat, who], number) => {
    const item = document.createElement("li"), plate = document.createElementNS(SVG, "svg");
    plate.setAttribute("class", `bh s${number + 1}`);
    plate.setAttribute("viewBox", "-30 -30 60 60");
    plate.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#bh-s${number + 1}`);
    use.setAttribute("class", "plate");
    plate.append(use);
    item.append(plate, ` ${seat}: ${who}`);
    item.toggleAttribute("aria-current", seat === sent.actor);
    return item;
  }));
}

function save(text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {type: "text/plain"}));
  link.download = "game.bhr";
  link.click();
  URL.revokeObjectURL(link.href);
}

socket.onmessage = (message) => {
  const sent = JSON.parse(message.data);
  if (sent.record) return save(sent.record);
  document.querySelector("main").hidden = Boolean(sent.covered);
  find("uncover").hidden = !sent.covered;
  if (sent.covered) {
    find("uncover").textContent = `${sent.covered}: it is your turn. Show the board`;
    find("uncover").focus();
    return;
  }
  if (sent.is_preview) return put(sent.table);
  now = sent;
  picked = [];
  put(sent.table);
  players(sent);
  find("position").value = sent.position;
  find("state").textContent = !sent.actor ? "The game is over." : sent.is_mine ? "Your turn." : "The others think.";
  document.body.dataset.turn = sent.is_mine ? "mine" : "theirs";
  log(sent);
  offer();
};
socket.onclose = () => {
  find("state").textContent = "The game has been closed.";
  document.body.dataset.turn = "closed";
};
find("board").addEventListener("click", (event) => {
  const box = find("board").getScreenCTM().inverse();
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(box);
  for (const cell of document.querySelectorAll("#board [data-place]")) {
    const {x, y, width, height} = cell.getBBox();
    if (x <= point.x && point.x < x + width && y <= point.y && point.y < y + height) return pick(cell.dataset.place);
  }
});
find("legal").addEventListener("mouseleave", () => put(now.table) ?? offer());
find("all").onclick = () => {
  picked = [];
  put(now.table);
  offer();
};
find("uncover").onclick = () => socket.send("?uncover");
find("threats").onchange = () => socket.send(`?threats ${find("threats").checked ? "on" : "off"}`);
find("save").onclick = () => socket.send("?record");
find("typed").onsubmit = (event) => {
  event.preventDefault();
  if (find("line").value.trim()) send(find("line").value.trim());
  find("line").value = "";
};
for (const button of document.querySelectorAll("[data-line]")) {
  button.onclick = () => {
    if (!button.dataset.asks || confirm(button.dataset.asks)) send(button.dataset.line);
  };
}
