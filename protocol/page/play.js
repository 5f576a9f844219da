// Plays a game by clicks. It knows no rule: what is legal comes from the engine as lines, and a click on a place picks
// those lines that name it.
"use strict";

const socket = new WebSocket(`ws://${location.host}${location.pathname}lines`);
const games = JSON.parse(find("data").textContent).games; // that can be begun
const LINES = 400; // of the log that are kept
const SAID = 6; // lines of news that stand below the board
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
  const found = candidates();
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
  light();
}

// Marks the places that were picked, and those where the actions that are left lead.
function light() {
  const known = places(), found = candidates(), next = new Set();
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
  if (!found.length) {
    picked = [];
    if (now.is_mine) socket.send(`?why ${[...before.slice(-1), place].join(" ")}`);
  }
  // A second place that leaves one action only is that action.
  if (picked.length > 1 && found.length === 1) return send(found[0][0]);
  if (found.length === 1) socket.send(`?preview ${found[0][0]}`);
  offer();
}

// An answer that changes nothing stands whole below the board; of news, only the latest.
function log(sent, isAnswer) {
  const lines = sent.lines.map(spans);
  if (sent.sent) lines.unshift(spans([["typed", `> ${sent.sent}`]]));
  for (const line of lines) line.classList.toggle("event", Boolean(line.querySelector(".wire")));
  find("log").append(...lines);
  while (find("log").childElementCount > LINES) find("log").firstElementChild.remove();
  find("log").scrollTop = find("log").scrollHeight;
  const told = sent.lines.filter((line) => line.length && !line.some(([style]) => style === "wire"));
  if (told.length) find("said").replaceChildren(...told.slice(isAnswer ? 0 : -SAID).map(spans));
  else if (sent.sent) find("said").replaceChildren();
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
    const name = document.createElement("bdi");
    name.textContent = who;
    item.append(plate, ` ${seat[0].toUpperCase()}${seat.slice(1)}: `, name);
    if (seat === sent.actor) item.setAttribute("aria-current", "true");
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
  if (sent.is_preview) {
    put(sent.table);
    return light();
  }
  if (!sent.table) return log(sent, true);
  if (now && now.game !== sent.game) return location.reload(); // other pieces, and other seats
  const isAnswer = now?.position === sent.position && Boolean(sent.sent);
  now = sent;
  picked = [];
  put(sent.table);
  players(sent);
  find("position").value = sent.position;
  find("state").textContent = !sent.actor ? "The game is over." : sent.is_chance && sent.is_mine
    ? "Say what was thrown or drawn." : sent.is_mine ? "Your turn." : sent.is_stopped ? "The bots wait." : "The others think.";
  document.body.dataset.turn = sent.is_mine ? "mine" : "theirs";
  const holds = {
    "mine": sent.is_mine && !sent.is_chance, "set-up": sent.can_place, "over": !sent.actor,
    "playing": sent.actor && sent.has_bots && !sent.is_stopped, "stopped": sent.actor && sent.is_stopped,
  };
  for (const button of document.querySelectorAll("[data-when]")) button.hidden = !holds[button.dataset.when];
  find("asked").hidden = !sent.asks;
  log(sent, isAnswer);
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
find("legal").addEventListener("mouseleave", () => {
  put(now.table);
  light();
});
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
find("wire").onchange = () => find("log").classList.toggle("wire", find("wire").checked);

// Another game: its lines are sent one by one, as they would be typed.
const chosen = () => games.find((game) => game.name === find("which").value);

function choices(game) {
  find("modes").replaceChildren(...game.modes.map((mode) => new Option(mode, mode)));
  find("counted").hidden = !game.counts.length;
  find("count").replaceChildren(...game.counts.map((count) => new Option(count, count)));
  seats(game);
}

function seats(game) {
  const names = game.seats[Math.max(0, game.counts.indexOf(find("count").value))];
  find("seats").replaceChildren(...names.map((seat, number) => {
    const label = document.createElement("label"), select = document.createElement("select");
    select.dataset.seat = seat;
    select.append(...game.who.map(([who, words]) => new Option(words, who)));
    select.value = number ? game.usual : "human";
    label.append(`${seat[0].toUpperCase()}${seat.slice(1)} `, select);
    return label;
  }));
}

find("which").append(...games.map((game) => new Option(game.title, game.name)));
find("which").onchange = () => choices(chosen());
find("count").onchange = () => seats(chosen());
find("begin").onsubmit = (event) => {
  event.preventDefault();
  const game = chosen(), mode = find("mode").value.trim() || "standard";
  if (now.is_busy && !confirm("Leave this game? It is kept for `beachhead play --resume`.")) return;
  send(`newgame ${game.name} ${mode}${game.counts.length ? ` players=${find("count").value}` : ""} dice=${find("dice").value}`);
  if (now.is_busy) send("yes");
  for (const select of find("seats").querySelectorAll("select")) send(`seat ${select.dataset.seat} ${select.value}`);
  find("other").open = false;
};
choices(chosen());
