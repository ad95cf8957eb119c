interface Props {
  children: string;
  size: number;
  /** Whether they run along the height: turned, or in Chinese one sign under the other. */
  turned: boolean;
  /** How far under the middle the line stands, in its own size. */
  drop?: number;
  class?: string;
}

const SIGNS = /[\u2e80-\uffff]|[^\s\u2e80-\uffff]+/g;
const LINE = 1.1;

/** Words on the cloth, about the origin. */
export function Words({ children, size, turned, drop = 0, class: name = "words" }: Props) {
  const signs = turned && /[\u2e80-\uffff]/.test(children) ? (children.match(SIGNS) ?? []) : [];
  if (signs.length) {
    return (
      <text class={name} font-size={size}>
        {signs.map((sign, i) => (
          <tspan
            key={i}
            x={-drop * LINE * size}
            y={size * (0.36 + (i - (signs.length - 1) / 2) * LINE)}
          >
            {sign}
          </tspan>
        ))}
      </text>
    );
  }
  return (
    <text
      class={name}
      font-size={size}
      dy={`${0.36 + drop}em`}
      transform={turned ? "rotate(-90)" : undefined}
    >
      {children}
    </text>
  );
}
