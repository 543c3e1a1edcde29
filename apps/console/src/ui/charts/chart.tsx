import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useEffect, useRef, useState } from 'react'
import { type Series, seriesColors } from './series.js'

export type ChartProps = {
  /** The times of the values, in milliseconds, ascending. */
  times: number[]
  series: Series[]
  /** Formats a value for the axis and the tooltip. */
  format: (value: number) => string
  /** Formats a time for the axis. */
  formatAt: (at: number) => string
}

const heightPx = 180
const marksWidthPx = 64
const timesHeightPx = 32
/** Room between the lowest mark and the times, of which the first can reach below it. */
const timesGapPx = 10
const timesApartPx = 80
/** The last time is centred below the end of the lines. */
const timeWidthPx = 64

/** Lines over time on a canvas. `Figure` has a table for screen readers. */
export function Chart(props: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot>(null)
  const latest = useRef(props)
  latest.current = props
  const [pointed, setPointed] = useState<number | null>(null)
  const names = props.series.map(({ name }) => name).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines need a new chart; their data is set below
  useEffect(() => {
    if (!place.current) return
    const made = draw(place.current, latest, setPointed)
    plot.current = made.plot
    return made.end
  }, [names])
  useEffect(() => plot.current?.setData(dataOf(props)), [props])
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {props.series.map(({ name, color, values }) => {
          const value = pointed === null ? undefined : values[pointed]
          return (
            <li key={name} className="flex items-center gap-1.5">
              <span
                aria-hidden="true"
                className={`h-0.5 w-3 bg-current forced-color-adjust-none ${seriesColors[color]}`}
              />
              {name}
              {typeof value === 'number' && <span className="tabular-nums">{props.format(value)}</span>}
            </li>
          )
        })}
        <li className="text-quiet">{pointed !== null && props.formatAt(props.times[pointed] ?? 0)}</li>
      </ul>
      <div ref={place} aria-hidden="true" style={{ height: heightPx }} />
    </div>
  )
}

type Latest = { current: ChartProps }

/** Resizes the chart with its container, and redraws it when colours change. */
function draw(place: HTMLElement, latest: Latest, point: (index: number | null) => void) {
  const plot = new uPlot(optionsOf(place, latest, point), dataOf(latest.current), place)
  const redraw = () => plot.redraw(false, true)
  const schemes = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map(query => matchMedia(query))
  for (const scheme of schemes) scheme.addEventListener('change', redraw)
  const theme = new MutationObserver(redraw)
  theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  const size = new ResizeObserver(() => plot.setSize({ width: place.clientWidth, height: heightPx }))
  size.observe(place)
  const end = () => {
    for (const scheme of schemes) scheme.removeEventListener('change', redraw)
    theme.disconnect()
    size.disconnect()
    plot.destroy()
  }
  return { plot, end }
}

function optionsOf(place: HTMLElement, latest: Latest, point: (index: number | null) => void): uPlot.Options {
  const color = (className: string) => () => resolvedColor(place, className)
  const series = latest.current.series.map(({ color: name }) => ({
    stroke: color(`${seriesColors[name]} forced-color-adjust-none`),
    width: 1.5,
    points: { show: true, size: 4, filter: loneOnes },
  }))
  return {
    width: place.clientWidth,
    height: heightPx,
    padding: [8, timeWidthPx / 2, 0, 0],
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => point(cursor.idx ?? null)] },
    scales: { x: { range: () => rangeOf(latest.current.times) }, y: { range: fromNought } },
    axes: axesOf(color, latest),
    series: [{}, ...series],
  }
}

/** Adds some room above the highest value. */
const fromNought = (_: uPlot, _least: number, most: number): [number, number] => [0, Math.max(most * 1.1, 1)]

function axesOf(color: (className: string) => () => string, latest: Latest): uPlot.Axis[] {
  const axis = { stroke: color('text-quiet'), ticks: { show: false }, font: '12px ui-sans-serif, system-ui' }
  const written = (values: number[], write: (value: number) => string) => values.map(write)
  return [
    {
      ...axis,
      size: timesHeightPx,
      gap: timesGapPx,
      space: timesApartPx,
      grid: { show: false },
      values: (_, seconds) => written(seconds, each => latest.current.formatAt(each * 1000)),
    },
    {
      ...axis,
      size: marksWidthPx,
      grid: { stroke: color('text-line'), width: 1 },
      values: (_, values) => written(values, latest.current.format),
    },
  ]
}

/** Draws a value without neighbours as a point, because it has no line. */
function loneOnes({ data }: uPlot, index: number): number[] {
  const values = data[index] ?? []
  const isGap = (at: number) => values[at] === null || values[at] === undefined
  return [...values.keys()].filter(at => !isGap(at) && isGap(at - 1) && isGap(at + 1))
}

function rangeOf(times: number[]): [number, number] {
  return [(times[0] ?? 0) / 1000, (times.at(-1) ?? 1) / 1000]
}

function dataOf({ times, series }: ChartProps): uPlot.AlignedData {
  return [times.map(at => at / 1000), ...series.map(({ values }) => values)]
}

/** Resolves CSS colours, which a canvas does not know. */
function resolvedColor(place: HTMLElement, className: string): string {
  const probe = place.ownerDocument.createElement('span')
  probe.className = className
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
