/** The languages of the house, as vite.config.js reads them from its catalogues. */
declare module "virtual:words" {
  export type Words = Partial<Record<string, string>>;
  export type Catalogues = Readonly<Record<"alerts" | "pages" | "refusals" | "terms", Words>>;
  export const OWN: Readonly<Record<string, { name: string; tag: string }>>;
  export const CATALOGUES: Readonly<Record<string, () => Promise<{ default: Catalogues }>>>;
}
