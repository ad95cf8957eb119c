/** A pocket's label: its symbol if it has one, and its figures otherwise. */

const S_CURVE = "M.29-.3C.2-.5-.31-.52-.31-.23C-.31.06.31-.06.31.23C.31.52-.2.5-.29.3";
const TOWERS =
  "M-.58-.34Q0-.44.64-.4Q.6-.27.46-.26L-.48-.26Q-.57-.27-.58-.34Z" +
  [-0.34, 0, 0.34]
    .map(
      (x) =>
        `M${x - 0.06}-.2L${x + 0.06}-.2Q${x + 0.07} .2 ${x + 0.13} .44L${x - 0.13} .44Q${x - 0.07} .2 ${x - 0.06}-.2Z`,
    )
    .join("");

interface Props {
  label: string;
  x: number;
  y: number;
  size: number;
  turn?: number;
  class?: string;
}

export function Figure({ label, x, y, size, turn = 0, class: name = "figure" }: Props) {
  const at = `translate(${x} ${y})${turn ? ` rotate(${turn})` : ""}`;
  if (label === "S") {
    return (
      <g class={name} transform={`${at} scale(${size})`}>
        <path d={S_CURVE} class="symbol-line" stroke-width="0.2" />
      </g>
    );
  }
  if (label === "MBS") {
    return (
      <g class={name} transform={`${at} scale(${size})`}>
        <path d={TOWERS} class="symbol" />
      </g>
    );
  }
  return (
    <text class={name} transform={at} font-size={size} dy="0.36em">
      {label}
    </text>
  );
}
