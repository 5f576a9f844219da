// Plays the frames of a record. It knows no game: a frame is a table of markup and texts by key, and drawing it means
// to change what differs from the table that is shown.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const GONE = -1, SAME = -2; // as in frames.py

// A group of markup is stored in two parts.
data.values = data.values.map((value) => typeof value[0] === "number" ? value.map((part) => data.values[part]).join("") : value);

const kept = new Map();
let frame = 0, view = "", timer = 0;

resize(data.board);

// The frames that lead to one, from the beginning.
function path(number) {
  const found = [];
  for (let n = number; n >= 0; n = data.before[n]) found.push(n);
  return found.reverse();
}

// The line that a frame belongs to, and all of its frames from the beginning.
function lineOf(number) {
  const line = data.lines.find(([, start, stop]) => start <= number && number < stop);
  return path(line[2] - 1);
}

function change(table, changes) {
  for (let i = 0; i < changes.length; i += 2) {
    const key = data.values[changes[i]], value = changes[i + 1];
    if (value === SAME || (value === GONE && table.isWhole)) table.delete(key);
    else table.set(key, value === GONE ? null : data.values[value]);
  }
}

// What a frame is made from, as a seat sees it: the table of all, what that seat sees otherwise, the words of the position.
// Every sixteenth one is kept, so that a step in a long game takes no longer than in a short one.
function frameOf(number, seat) {
  const way = [];
  let n = number;
  for (; n >= 0 && !kept.has(`${seat}/${n}`); n = data.before[n]) way.push(n);
  const from = kept.get(`${seat}/${n}`), found = {table: new Map(from?.table), over: new Map(from?.over), words: from?.words ?? []};
  found.table.isWhole = true;
  for (const m of way.reverse()) {
    change(found.table, data.frames[m]);
    if (seat) change(found.over, data.views[seat][m]);
    found.words = spliced(found.words, data.positions[seat][m] || data.positions[""][m]);
    if (m % 16 === 0) kept.set(`${seat}/${m}`, {table: new Map(found.table), over: new Map(found.over), words: found.words});
  }
  return found;
}

function spliced(before, [count, ...splices]) {
  const words = Array.from({length: count}, (_, place) => before[place] ?? "");
  for (let i = 0; i < splices.length; i += 4) {
    const [place, front, back, between] = splices.slice(i, i + 4), word = words[place];
    words[place] = word.slice(0, front) + data.values[between] + word.slice(word.length - back);
  }
  return words;
}

function show(number) {
  const line = lineOf(number);
  const {table, over, words: position} = frameOf(number, view);
  for (const [key, value] of over) {
    if (value === null) table.delete(key);
    else table.set(key, value);
  }
  draw(table);
  write(table);
  frame = number;
  find("position").value = position.join(" ").replaceAll(" :", ":");
  document.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const item = find(`m${number}`);
  item.setAttribute("aria-current", "step");
  const list = item.closest(".moves");
  if (list.scrollHeight > list.clientHeight) {
    list.scrollTop += item.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }
  const at = line.indexOf(number);
  const words = [...item.querySelectorAll("a, span, b, em")].map((part) => part.textContent).join(" ");
  find("told").textContent = words;
  find("scrub").max = line.length - 1;
  find("scrub").value = at;
  find("scrub").setAttribute("aria-valuetext", `move ${at} of ${line.length - 1}: ${words}`);
  find("number").textContent = `${at} / ${line.length - 1}`;
  find("copied").textContent = "";
  judge(number);
  if (location.hash !== `#${number}`) history.replaceState(null, "", `#${number}`);
  document.body.dataset.frame = number;
}

// Writes the chances and the luck of the seats at a frame, and marks it on the curves.
function judge(number) {
  const seats = [...find("players").children].map((player) => player.dataset.seat);
  const named = (shares, sign) => shares.map((share, seat) => `${seats[seat]}\u00A0${sign(share)}${Math.abs(share)}\u00A0%`).join(", ");
  const chances = data.chances?.[number], luck = data.luck?.[number];
  find("chances").textContent = chances ? named(chances, () => "") : "";
  find("chances").toggleAttribute("hidden", !chances);
  find("luck").textContent = luck ? `Luck so far: ${named(luck, (share) => share < 0 ? "\u2212" : "+")}` : "";
  for (const cursor of document.querySelectorAll(".cursor")) cursor.setAttribute("d", `M${chances ? number : 0} 0v100`);
}

// Goes to the nearest costly decision after this one, or before it.
function costly(by) {
  pause();
  const found = (data.costly ?? []).filter((number) => (number - frame) * by > 0);
  if (found.length) show(by > 0 ? found[0] : found.at(-1));
}

function step(by) {
  const line = lineOf(frame);
  const at = Math.max(0, Math.min(line.length - 1, line.indexOf(frame) + by));
  show(line[at]);
  return at < line.length - 1;
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  find("play").textContent = "Play";
  find("play").setAttribute("aria-label", "Play");
}

function run() {
  timer = setTimeout(() => (step(1) ? run() : pause()), Number(find("speed").value));
}

function play() {
  if (timer) return pause();
  if (lineOf(frame).at(-1) === frame) step(-Infinity);
  find("play").textContent = "Pause";
  find("play").setAttribute("aria-label", "Pause");
  run();
}

function jump(by) {
  pause();
  step(by);
}

function fromAddress() {
  const number = Number(location.hash.slice(1) || 0);
  show(Number.isInteger(number) && number >= 0 && number < data.frames.length ? number : 0);
}

const KEYS = {
  ArrowLeft: () => jump(-1), ArrowRight: () => jump(1), PageUp: () => jump(-10), PageDown: () => jump(10),
  Home: () => jump(-Infinity), End: () => jump(Infinity), " ": play,
  n: () => costly(1), p: () => costly(-1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const place = event.target;
  if (place.matches("select, input:not([type=range])")) return;
  if (event.key === " " && place.matches("button, summary")) return;
  if (!(event.key in KEYS)) return;
  event.preventDefault();
  KEYS[event.key]();
});
find("first").onclick = () => jump(-Infinity);
find("back").onclick = () => jump(-1);
find("next").onclick = () => jump(1);
find("end").onclick = () => jump(Infinity);
find("play").onclick = play;
find("scrub").oninput = () => {
  pause();
  show(lineOf(frame)[Number(find("scrub").value)]);
};
find("costly")?.addEventListener("click", () => costly(1));
find("costly-before")?.addEventListener("click", () => costly(-1));
find("curves")?.addEventListener("click", (event) => {
  const box = event.target.closest("svg")?.getBoundingClientRect();
  if (!box) return;
  pause();
  show(Math.round((event.clientX - box.left) / box.width * (data.chances.length - 1)));
});
find("view")?.addEventListener("change", () => {
  view = find("view").value;
  show(frame);
});
find("copy").onclick = async () => {
  find("position").select();
  try {
    await navigator.clipboard.writeText(find("position").value);
  } catch {
    document.execCommand("copy"); // a file has no clipboard in some browsers
  }
  find("copied").textContent = "Copied.";
};
window.addEventListener("hashchange", () => {
  pause();
  fromAddress();
});
fromAddress();
