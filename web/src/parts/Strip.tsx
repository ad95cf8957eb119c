import { t } from "../lib/i18n";
import type { Result } from "../protocol";

interface Props {
  results: readonly Result[];
  colours: Readonly<Record<string, string>>;
  count: number;
  onPick?: (round: number) => void;
}

/** The last results, the newest first; a round without a number is told by a dash. */
export function Strip({ results, colours, count, onPick }: Props) {
  const shown = results.slice(0, count);
  return (
    <ol class="strip" aria-label={t("results.last")}>
      {shown.map((result) => {
        const number = result.outcome;
        const face = (
          <Face number={number} colour={number === null ? "" : (colours[number] ?? "")} />
        );
        return (
          <li key={result.round}>
            {onPick ? (
              <button
                type="button"
                onClick={() => onPick(result.round)}
                title={t("round.number", { round: result.round })}
              >
                {face}
              </button>
            ) : (
              face
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A number on its colour, the colour told by its shape too. */
export function Face({ number, colour }: { number: string | null; colour: string }) {
  if (number === null) {
    return (
      <span class="face is-void">
        <span aria-hidden="true">–</span>
        <span class="unseen">{t("round.void")}</span>
      </span>
    );
  }
  return <span class={`face is-${colour}`}>{number}</span>;
}
