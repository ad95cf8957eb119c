import { outline } from "../felt/Cloth";
import type { Plan } from "../felt/plan";
import { t } from "../lib/i18n";
import { percent } from "./figures";
import type { Step } from "./heat";
import { by, pointed } from "./state";

interface Props {
  plan: Plan;
  steps: readonly Step[];
}

/** Under the cloth: numbers and boxes in the colour of the wager in their middle. */
export function Ground({ plan, steps }: Props) {
  return (
    <g class="heat-ground" aria-hidden="true">
      {steps.flatMap((step) =>
        step.wagers.map((wager) => {
          const spot = plan.spots.get(wager)?.spot;
          const cell = spot?.cell == null ? undefined : plan.cells.get(spot.cell);
          return cell ? <path key={wager} d={outline(cell.corners)} fill={step.colour} /> : null;
        }),
      )}
    </g>
  );
}

/** Over it: what lies on lines and where lines meet. */
export function Points({ plan, steps, taken }: Props & { taken: ReadonlySet<string> }) {
  const r = Math.max(3.5, plan.chip * 0.32);
  return (
    <g class="heat-points" aria-hidden="true">
      {steps.flatMap((step) =>
        step.wagers.map((wager) => {
          const placed = plan.spots.get(wager);
          if (!placed || placed.spot.cell !== null || taken.has(wager)) return null;
          return <circle key={wager} cx={placed.at.x} cy={placed.at.y} r={r} fill={step.colour} />;
        }),
      )}
    </g>
  );
}

/** What the colours say: every value that a wager of this book has, and which wagers have it. */
export function Legend({ steps }: { steps: readonly Step[] }) {
  const isPointed = (step: Step) => pointed.value !== null && step.wagers.includes(pointed.value);
  return (
    <ol class="legend" aria-label={t("odds.legend")}>
      {steps.map((step) => (
        <li key={step.figure.exact} class={isPointed(step) ? "is-pointed" : ""}>
          <svg viewBox="0 0 14 14" aria-hidden="true">
            <circle cx="7" cy="7" r="6" fill={step.colour} />
          </svg>
          <b>
            {by.value === "variance"
              ? Number(step.figure.decimal).toFixed(2)
              : percent(step.figure)}
          </b>
          <span>{steps.length === 1 ? t("odds.every-wager") : step.kinds.join(", ")}</span>
        </li>
      ))}
    </ol>
  );
}
