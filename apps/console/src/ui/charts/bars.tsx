/** A period's values: `good` and `bad` are drawn in colours, `rest` quietly between them. */
type Bar = { good: number; bad: number; rest?: number; title?: string }

type BarsProps = { bars: Bar[]; className: string }

const [unit, gap] = [10, 3]

/** From the bottom up. */
const colours = [
  { kind: 'bad', className: 'fill-bad' },
  { kind: 'rest', className: 'fill-quiet' },
  { kind: 'good', className: 'fill-accent' },
] as const

/** Stacked bars over time, scaled to the highest. They are a picture only: words next to them say the same. */
export function Bars({ bars, className }: BarsProps) {
  const paths = pathsOf(bars)
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
      {colours.map(
        ({ kind, className }) => paths[kind] && <path key={kind} d={paths[kind]} className={className} />,
      )}
      {bars.map(
        ({ title }, index) =>
          title && (
            // biome-ignore lint/suspicious/noArrayIndexKey: bars have fixed places
            <rect key={index} x={index * unit} width={unit} y={0} height={100} fill="transparent">
              <title>{title}</title>
            </rect>
          ),
      )}
    </svg>
  )
}

/** One path per colour, because a list shows many of these pictures. */
function pathsOf(bars: Bar[]): Record<(typeof colours)[number]['kind'], string> {
  const most = Math.max(1, ...bars.map(({ good, bad, rest = 0 }) => good + bad + rest))
  const paths = { bad: '', rest: '', good: '' }
  for (const [index, bar] of bars.entries()) {
    let top = 100
    for (const { kind } of colours) {
      const value = bar[kind] ?? 0
      if (value === 0) continue
      const height = Math.max(4, (value / most) * 100)
      top -= height
      paths[kind] += `M${index * unit} ${top}h${unit - gap}v${height}h${gap - unit}z`
    }
  }
  return paths
}
