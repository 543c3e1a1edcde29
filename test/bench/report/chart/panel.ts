import type { Spread } from '../../measure/statistics.js'
import { line, mark, px, range, text } from './marks.js'
import { logScale } from './scale.js'
import type { SeriesName, Theme } from './theme.js'

/** One of the chart's panels: a value, or a spread of values, of each series at each place along the bottom. */
export type Panel = {
  title: string
  subtitle: string
  places: string[]
  series: { name: SeriesName; values: (number | Spread)[] }[]
}

export const panelSize = { width: 440, height: 300 }
const plot = { left: 52, top: 52, right: 16, bottom: 40 }
const width = panelSize.width - plot.left - plot.right
const height = panelSize.height - plot.top - plot.bottom
/** The space between the bars of one place. */
const apart = 15

export function drawPanel(panel: Panel, theme: Theme): string {
  const values = panel.series.flatMap(({ values }) => values.flatMap(both))
  const scale = logScale(values, height)
  const y = (value: number) => plot.top + height - scale.at(value)
  const x = (place: number) => plot.left + (width * (place + 0.5)) / panel.places.length
  return [
    text(panel.title, 0, 16, theme.ink, 15, 'start', 600),
    text(panel.subtitle, 0, 34, theme.muted, 12),
    ...scale.ticks.map(tick => gridLine(tick, y(tick), theme)),
    ...panel.places.map((place, index) =>
      text(place, x(index), plot.top + height + 18, theme.muted, 12, 'middle'),
    ),
    text('connections', plot.left + width / 2, plot.top + height + 36, theme.muted, 11, 'middle'),
    ...panel.series.toReversed().map((series, index) => {
      const middle = (panel.series.length - 1) / 2
      return drawSeries(series, x, y, (middle - index) * apart, theme)
    }),
  ].join('\n')
}

const both = (value: number | Spread) => (typeof value === 'number' ? [value] : [value.p50, value.p99])

function gridLine(value: number, y: number, theme: Theme): string {
  const rule = `<path d="M${plot.left} ${px(y)}h${width}" stroke="${theme.grid}"/>`
  return rule + text(value.toLocaleString('en'), plot.left - 8, y + 4, theme.muted, 12, 'end')
}

type Along = (value: number) => number

/** Joins single values by lines. Spreads are drawn next to each other. */
function drawSeries(
  { name, values }: Panel['series'][number],
  x: Along,
  y: Along,
  shift: number,
  theme: Theme,
): string {
  const points = values.flatMap((value, place): [number, number][] =>
    typeof value === 'number' ? [[x(place), y(value)]] : [],
  )
  const ranges = values.map((value, place) =>
    typeof value === 'number' ? '' : range(name, x(place) + shift, y(value.p50), y(value.p99), theme),
  )
  const joined = points.length > 0 ? line(name, points, theme) : ''
  return joined + points.map(([px, py]) => mark(name, px, py, theme)).join('') + ranges.join('')
}
