/** Why the house said no, in the reader's words. */
import type { ApiError, RefusalFigures } from "./api";
import { named, refused, t } from "./i18n";

/** What the house refuses with: its code, the figures, and the message for programs. */
export interface Refused {
  readonly code?: string | null;
  readonly message?: string | null;
  readonly figures?: RefusalFigures | null;
}

/** Of what earlier programs put on record there are no figures: then the message is all there is. */
export function refusalWords({ code, message, figures }: Refused): string {
  if (!code && !message) return "";
  const said = refused(code ?? "", figures ?? {}) ?? message;
  return named("refusal", code ?? "", sentence(said || t("refused")));
}

/** The same of a request that failed; without a word of the house the link is lost. */
export function errorWords(error: ApiError): string {
  return error.message ? refusalWords(error) : t("link.lost");
}

function sentence(words: string): string {
  const ended = /[.!?。！？]$/.test(words);
  const stop = /[\u3000-\u9fff\uff00-\uffef]/.test(words) ? "。" : ".";
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${ended ? "" : stop}`;
}
