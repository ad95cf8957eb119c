/**
 * The proof of a round, worked out in this browser from what the house revealed: that the secret is
 * the one it had committed to before bets opened, and that the numbers follow from it.
 */

export interface Proof {
  readonly commitment: boolean;
  /** Null where the house drew no such thing in this round. */
  readonly pocket: boolean | null;
  readonly bonus: boolean | null;
}

interface Record {
  readonly [key: string]: unknown;
}

export async function proven(record: Record): Promise<Proof | null> {
  const subtle = globalThis.crypto?.subtle;
  const { table, round, commitment, secret, pockets, pocket, bonus_numbers: bonus } = record;
  if (!subtle || typeof secret !== "string" || typeof commitment !== "string") return null;
  if (typeof table !== "string" || typeof round !== "number" || !Array.isArray(pockets))
    return null;
  const key = bytesOf(secret);
  const head = utf8(`croupier/commitment/1\n${table}\n${round}\n`);
  const made = await subtle.digest("SHA-256", joined(head, key));
  const labels = pockets.map(String);
  return {
    commitment: hex(new Uint8Array(made)) === commitment.toLowerCase(),
    pocket:
      typeof pocket === "string"
        ? (await drawn(key, "pocket", table, round, labels, 1))[0] === pocket
        : null,
    bonus: Array.isArray(bonus)
      ? (await drawn(key, "bonus", table, round, labels, bonus.length)).join() === bonus.join()
      : null,
  };
}

async function drawn(
  secret: Uint8Array<ArrayBuffer>,
  label: string,
  table: string,
  round: number,
  pockets: readonly string[],
  count: number,
): Promise<readonly string[]> {
  const key = await crypto.subtle.importKey(
    "raw",
    secret,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  let block = 0;
  let bytes: number[] = [];
  const next = async (): Promise<number> => {
    if (!bytes.length) {
      const text = utf8(`croupier/draw/1/${label}\n${table}\n${round}\n${block}\n`);
      bytes = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, text))];
      block += 1;
    }
    return bytes.shift() ?? 0;
  };
  const labels = [...pockets].sort();
  for (let at = 0; at < count; at += 1) {
    const limit = labels.length - at;
    const accepted = 256 - (256 % limit);
    let byte = await next();
    while (byte >= accepted) byte = await next();
    const other = at + (byte % limit);
    const kept = labels[at] ?? "";
    labels[at] = labels[other] ?? "";
    labels[other] = kept;
  }
  return labels.slice(0, count);
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

function hex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
