// The list of games of a report, and the news of a tournament that is being played. All texts stay texts.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 100; // games that are listed at once
const find = (id) => document.getElementById(id);
const paged = data.pages && new Set(data.pages);

let most = PAGE;

// A game, as page.py writes it.
const game = ([id, bots, places, reason, turns, decisions, seconds, faults]) =>
  ({id, bots, places, reason, turns, decisions, seconds, faults});
let games = data.games.map(game);

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function options(select, values) {
  const known = new Set([...select.options].map((option) => option.value));
  for (const [value, text] of values) {
    if (!known.has(String(value))) select.append(new Option(text, value));
  }
}

function wanted() {
  const bot = find("bot").value, other = find("other").value, reason = find("reason").value;
  const found = games.filter((one) =>
    (bot === "" || one.bots.includes(Number(bot))) && (other === "" || one.bots.includes(Number(other))) &&
    (reason === "" || one.reason === reason) && (!find("faulty").checked || one.faults.length));
  const order = find("order").value;
  return order === "id" ? found : found.sort((a, b) => b[order] - a[order]);
}

function players(one) {
  const made = element("td");
  one.bots.forEach((bot, seat) => {
    if (seat) made.append(" – ");
    made.append(element("bdi", data.bots[bot], one.places[seat] === 1 ? "won" : ""));
  });
  return made;
}

function outcome(one) {
  const first = one.bots.filter((_, seat) => one.places[seat] === 1).map((bot) => data.bots[bot]);
  const who = first.length === 1 ? `${first[0]} wins` : first.length ? "draw" : "nobody wins";
  const faults = one.faults.map(([seat, reason]) => `${data.bots[one.bots[seat]]}: ${reason}`).join(", ");
  return element("td", `${who} by ${one.reason}${faults ? ` (fault of ${faults})` : ""}`);
}

function row(one) {
  const made = element("tr"), name = element("th");
  name.scope = "row";
  if (!paged || paged.has(one.id)) {
    const link = element("a", `Game ${one.id}`);
    link.href = `games/${one.id}.html`;
    name.append(link);
  } else {
    name.append(`Game ${one.id}`);
  }
  made.append(name, players(one), outcome(one), element("td", one.turns), element("td", `${one.seconds} s`));
  return made;
}

function list() {
  const found = wanted();
  find("games").replaceChildren(...found.slice(0, most).map(row));
  find("count").textContent = `${found.length} of ${games.length} games`;
  find("more").hidden = found.length <= most;
  find("elsewhere").hidden = !paged || games.every((one) => paged.has(one.id));
}

function fill() {
  const bots = data.bots.map((name, number) => [number, name]);
  options(find("bot"), bots);
  options(find("other"), bots);
  options(find("reason"), [...new Set(games.map((one) => one.reason))].sort().map((reason) => [reason, reason]));
  list();
}

for (const id of ["bot", "other", "reason", "faulty", "order"]) {
  find(id).onchange = () => {
    most = PAGE;
    list();
  };
}
find("which").onsubmit = (event) => event.preventDefault();
find("more").onclick = () => {
  most += PAGE;
  list();
};
fill();

// News of a tournament that is being played. Its markup was made, and all names in it were escaped, by the server.
function board({game: id, players: seats, board: wide, narrow}) {
  let made = find(`board${id}`);
  if (!made) {
    made = element("figure");
    made.id = `board${id}`;
    made.append(element("div", "", "on-wide"), element("div", "", "on-narrow"), element("figcaption"));
    const after = [...find("boards").children].find((other) => Number(other.id.slice(5)) > id);
    find("boards").insertBefore(made, after ?? null);
  }
  made.querySelector(".on-wide").innerHTML = wide;
  made.querySelector(".on-narrow").innerHTML = narrow;
  made.querySelector("figcaption").replaceChildren(`Game ${id}. `, ...seats.map((seat) => {
    const name = element("bdi", seat);
    name.append(" ");
    return name;
  }));
}

function hear(news) {
  for (const [id, markup] of Object.entries(news.sections ?? {})) find(id).innerHTML = markup;
  if (news.games) {
    const known = new Set(news.games.map(([id]) => id));
    data.bots = news.bots;
    games = (news.whole ? [] : games.filter((one) => !known.has(one.id))).concat(news.games.map(game));
    games.sort((a, b) => a.id - b.id);
    fill();
  }
  (news.boards ?? []).forEach(board);
  for (const id of news.over ?? []) find(`board${id}`)?.remove();
  find("running").hidden = !find("boards").childElementCount;
  if (news.ended) {
    find("running").hidden = true;
    say("These pages are served no more. beachhead report FOLDER makes them again.");
  }
  document.body.dataset.games = games.length;
}

function say(text) {
  find("state").textContent = text;
}

if (data.live) {
  const socket = new WebSocket(`ws://${location.host}${location.pathname}${data.live}`);
  socket.onopen = () => say("This page shows what is new by itself.");
  socket.onmessage = (message) => hear(JSON.parse(message.data));
  socket.onclose = () => say("These pages are served no more. beachhead report FOLDER makes them again.");
}
