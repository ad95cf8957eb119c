/** What of a browser the modules under test ask for when they are loaded. */
const kept = new Map<string, string>();

Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  },
  document: { documentElement: { lang: "" } },
});
