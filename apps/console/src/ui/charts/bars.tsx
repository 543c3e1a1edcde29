/** A period's values: `good` and `bad` are drawn in colours, `rest` quietly between them. */
export type Bar = { good: number; bad: number; rest?: number; title?: string }

type BarsProps = { bars: Bar[]; className: string; gap?: number }

const unit = 10

/** Stacked bars over time, scaled to the highest. They are a picture only: words next to them say the same. */
export function Bars({ bars, className, gap = 3 }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ good, bad, rest = 0 }) => good + bad + rest))
  const height = (value: number) => (value === 0 ? 0 : Math.max(4, (value / most) * 100))
  return (
    <svg
      viewBox={`0 0 ${bars.length * unit} 100`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className={`block ${className}`}
    >
      <path
        d={`M0 100H${bars.length * unit}`}
        className="stroke-line"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
      {bars.map(({ good, bad, rest = 0, title }, index) => {
        const [low, middle, high] = [height(bad), height(rest), height(good)]
        const at = { x: index * unit, width: unit - gap }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: bars have fixed places
          <g key={index}>
            <rect {...at} y={100 - low} height={low} className="fill-bad" />
            <rect {...at} y={100 - low - middle} height={middle} className="fill-quiet" />
            <rect {...at} y={100 - low - middle - high} height={high} className="fill-accent" />
            <rect x={index * unit} width={unit} y={0} height={100} fill="transparent">
              {title && <title>{title}</title>}
            </rect>
          </g>
        )
      })}
    </svg>
  )
}
