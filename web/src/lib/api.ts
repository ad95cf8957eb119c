import type { Errors, Verdict } from "../protocol";
import { language } from "./i18n";

export type RefusalFigures = NonNullable<Verdict["figures"]>;

export type As = "player" | "staff" | "public";

/** The house said no, in the one shape of its errors. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly clause: string | null = null,
    readonly figures: RefusalFigures | null = null,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, as: As | null, init: RequestInit): Promise<T> {
  const address = as ? withQuery(path, `as=${as}`) : path;
  let answer: Response;
  try {
    answer = await fetch(address, { credentials: "same-origin", cache: "no-store", ...init });
  } catch {
    throw new ApiError(0, "link/lost", "");
  }
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => null)) as Errors | null;
  const error = told?.error;
  throw new ApiError(
    answer.status,
    error?.code ?? "http/error",
    error?.message ?? "",
    error?.clause,
    error?.figures,
  );
}

const withQuery = (path: string, query: string) =>
  `${path}${path.includes("?") ? "&" : "?"}${query}`;

/** Ask the house for something, with its sentences in the reader's language. */
export function get<T>(path: string, as: As | null = null): Promise<T> {
  return ask<T>(withQuery(path, `language=${language.peek()}`), as, {});
}

/** Have the house do something. */
export function post<T>(path: string, body: object, as: As | null = null): Promise<T> {
  return ask<T>(path, as, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}
