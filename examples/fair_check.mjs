// Checks the proof of a round by the recipe in docs/fairness.md, and shares no code with croupier.
//
//     node examples/fair_check.mjs proof.json        (or - for standard input)
//
// Exit 0: OK. Exit 1: it prints what differs. Exit 2: the file is not a proof.
// Compare the commitment and the seed yourself with those that the table showed in play.

import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const ZERO_TO_36 = Array.from({ length: 37 }, (_, number) => String(number));
const BOOKS = {
  "racetrack-2012": { numbers: ZERO_TO_36, bonus: 0 },
  "sands-2017": { numbers: [...ZERO_TO_36, "00", "S"], bonus: 0 },
  "sands-2019": { numbers: [...ZERO_TO_36, "00", "S"], bonus: 0 },
  "edz-2020": { numbers: [...ZERO_TO_36, "00"], bonus: 0 },
  "fast-action-2020": { numbers: [...ZERO_TO_36, "00", "S", "MBS"], bonus: 10 },
};

const inByteOrder = (names) =>
  [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

function commitment({ scheme, table, round, secret }) {
  const head = `croupier/commitment/${scheme}\n${table}\n${round}\n`;
  return createHash("sha256").update(head).update(secret).digest("hex");
}

function* bytes({ scheme, table, round, secret, seed }, label) {
  const head = `croupier/draw/${scheme}/${label}\n${table}\n${round}\n`;
  const seeded = scheme === 1 ? head : `${head}${seed}\n`;
  for (let block = 0; ; block++) {
    yield* createHmac("sha256", secret).update(`${seeded}${block}\n`).digest();
  }
}

function below(n, source) {
  const limit = 256 - (256 % n);
  let byte;
  do byte = source.next().value;
  while (byte >= limit);
  return byte % n;
}

function draw(proof, label, count) {
  const names = inByteOrder(proof.pockets);
  const source = bytes(proof, label);
  for (let i = 0; i < Math.min(count, names.length); i++) {
    const j = i + below(names.length - i, source);
    [names[i], names[j]] = [names[j], names[i]];
  }
  return names.slice(0, count).join(" ");
}

/** The proof in a file, its hashes in lower case and its secret as bytes. */
function read(file) {
  const proof = { scheme: 1, ...JSON.parse(readFileSync(file === "-" ? 0 : file, "utf8")) };
  const must = (holds, what) => {
    if (!holds) throw new Error(what);
  };
  const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/i.test(text);
  const areNames = (list) => Array.isArray(list) && list.every((name) => typeof name === "string");
  must(!proof.error, proof.error?.message);
  must([1, 2].includes(proof.scheme), "scheme is neither 1 nor 2");
  must(["settled", "void"].includes(proof.status), "status is neither settled nor void");
  must(typeof proof.table === "string" && /^[^\n]+$/.test(proof.table), "table is not a name");
  must(Number.isSafeInteger(proof.round) && proof.round >= 0, "round is not a number");
  must(areNames(proof.pockets), "pockets is not a list of names");
  must(proof.pockets.length <= 256, "more than 256 pockets");
  must(new Set(proof.pockets).size === proof.pockets.length, "pockets has a name twice");
  must(proof.bonus_numbers == null || areNames(proof.bonus_numbers), "bonus_numbers is not a list");
  must(isHash(proof.commitment), "commitment is not 64 hexadecimal digits");
  must(proof.lost || isHash(proof.secret), "secret is not 64 hexadecimal digits");
  const drawn = proof.status === "settled" || proof.bonus_numbers != null || proof.pocket != null;
  const unseeded = proof.scheme === 1 || !drawn;
  must(isHash(proof.seed) || (unseeded && proof.seed == null), "seed is not 64 hexadecimal digits");
  proof.commitment = proof.commitment.toLowerCase();
  proof.seed = proof.seed?.toLowerCase();
  proof.secret = proof.secret && Buffer.from(proof.secret, "hex");
  return proof;
}

/** What is compared: its name, what the proof states, and what is right. */
function* comparisons(proof) {
  const { book, status, pockets, bonus_numbers: bonus, pocket } = proof;
  yield ["commitment", proof.commitment, commitment(proof)];
  if (Object.hasOwn(BOOKS, book)) {
    const { numbers, bonus: count } = BOOKS[book];
    yield ["numbers of the wheel", inByteOrder(pockets).join(" "), inByteOrder(numbers).join(" ")];
    if (bonus || status === "settled") yield ["count of Bonus Numbers", bonus?.length ?? 0, count];
  }
  if (bonus) yield ["Bonus Numbers", bonus.join(" "), draw(proof, "bonus", bonus.length)];
  if (pocket != null) yield ["number", pocket, draw(proof, "pocket", 1)];
}

function main(file) {
  const proof = read(file);
  if (proof.lost) {
    console.log("cannot be checked: the house declared the secret of this round lost");
    return 1;
  }
  const compared = [...comparisons(proof)];
  const different = compared.filter(([, stated, right]) => stated !== right);
  for (const [name, stated, right] of different) {
    console.log(`${name} differs: the proof has ${stated}, right is ${right}`);
  }
  if (different.length === 0) console.log(`OK: ${compared.map(([name]) => name).join(", ")}`);
  return different.length === 0 ? 0 : 1;
}

try {
  process.exitCode = main(process.argv[2] ?? "-");
} catch (error) {
  console.error(`not a proof: ${error.message}`);
  process.exitCode = 2;
}
