/**
 * The proof of a round, worked out in this browser from what the house revealed: that the secret is
 * the one it had committed to before bets opened, that commitment and seed are those that this page
 * was shown in time, and that the numbers follow from secret and seed. docs/fairness.md has the
 * recipe.
 */

export interface Proof {
  readonly commitment: boolean;
  /** Whether they are those that this page saw in time; null where it did not. */
  readonly seen: boolean | null;
  /** Null where the house drew no such thing in this round. */
  readonly pocket: boolean | null;
  readonly bonus: boolean | null;
}

interface Record {
  readonly [key: string]: unknown;
}

/** What a page was shown of a round before it ended. */
export interface Shown {
  readonly commitment: string | null;
  readonly seed: string | null;
}

export async function proven(record: Record, shown: Shown | null = null): Promise<Proof | null> {
  const subtle = globalThis.crypto?.subtle;
  const { table, round, commitment, secret, pockets, pocket, bonus_numbers: bonus } = record;
  if (!subtle || typeof secret !== "string" || typeof commitment !== "string") return null;
  if (typeof table !== "string" || typeof round !== "number" || !Array.isArray(pockets))
    return null;
  const seed = typeof record.seed === "string" ? record.seed.toLowerCase() : null;
  const scheme = record.scheme === 2 ? 2 : 1;
  if (scheme === 2 && seed === null && (pocket != null || bonus != null)) return null;
  const of: Draw = { key: bytesOf(secret), table, round, seed: scheme === 2 ? seed : null };
  const head = utf8(`croupier/commitment/${scheme}\n${table}\n${round}\n`);
  const made = await subtle.digest("SHA-256", joined(head, of.key));
  const labels = pockets.map(String);
  return {
    commitment: hex(new Uint8Array(made)) === commitment.toLowerCase(),
    seen: isShown(shown, commitment, of.seed),
    pocket:
      typeof pocket === "string" ? (await drawn(of, "pocket", labels, 1))[0] === pocket : null,
    bonus: Array.isArray(bonus)
      ? (await drawn(of, "bonus", labels, bonus.length)).join() === bonus.join()
      : null,
  };
}

function isShown(shown: Shown | null, commitment: string, seed: string | null): boolean | null {
  if (!shown?.commitment) return null;
  return shown.commitment === commitment && (shown.seed === null || shown.seed === seed);
}

interface Draw {
  readonly key: Uint8Array<ArrayBuffer>;
  readonly table: string;
  readonly round: number;
  /** Null in rounds of scheme 1. */
  readonly seed: string | null;
}

async function drawn(
  { key: secret, table, round, seed }: Draw,
  label: string,
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
  const scheme = seed === null ? 1 : 2;
  const lines = `${table}\n${round}\n${seed === null ? "" : `${seed}\n`}`;
  let block = 0;
  let bytes: number[] = [];
  const next = async (): Promise<number> => {
    if (!bytes.length) {
      const text = utf8(`croupier/draw/${scheme}/${label}\n${lines}${block}\n`);
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
