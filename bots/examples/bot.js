// A bot in JavaScript. Run it as: node bot.js SEED
const seed = Number(process.argv[2] || 1);
let number = 0; // of the decision that is asked for: the ID of `go`
let actions = []; // what `legal` has listed so far

const say = (line) => process.stdout.write(line + "\n");

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const blank = line.indexOf(" ");
  const word = blank < 0 ? line : line.slice(0, blank);
  const rest = blank < 0 ? "" : line.slice(blank + 1);
  if (word === "ready") {
    say('hello 1 "Example in JavaScript"');
  } else if (word === "go") {
    number = parseInt(rest, 10);
    actions = [];
    say("legal");
  } else if (word === "legal") {
    actions.push(rest);
  } else if (word === "ok" && actions.length > 0) { // the list is complete
    let h = (seed * 7919 + number * 104729) % 1000003;
    h = (h * h + number) % 1000003;
    say(`answer ${number} ${actions[h % actions.length]}`);
    actions = [];
  } else if (word === "bye") {
    process.exit(0);
  }
});
