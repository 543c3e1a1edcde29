import type { Run } from '../../measure/run.js'
import type { AtConnections } from '../connections.js'
import { mark, text } from './marks.js'
import { drawPanel, type Panel, panelSize } from './panel.js'
import type { SeriesName, Theme } from './theme.js'

const labels: Record<SeriesName, string> = {
  off: 'Posthorn',
  confirm: 'Posthorn, confirm on',
  naive: 'naive pipeline',
  bare: 'bare Fastify route, nothing stored',
}

/** The chart's text alternative. */
export const summary =
  'Sustained posts per second, CPU time, response time and time to commit at 1 to 256 connections'

const margin = 28
const between = { columns: 36, rows: 28 }
const headHeight = 76
const size = {
  width: margin * 2 + panelSize.width * 2 + between.columns,
  height: headHeight + panelSize.height * 2 + between.rows + margin,
}

/** Draws the bench's figures at each number of connections as an SVG in a theme's colours. */
export function chart(all: AtConnections[], theme: Theme): string {
  const fonts = "system-ui, -apple-system, 'Segoe UI', 'Liberation Sans', sans-serif"
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${summary}" font-family="${fonts}">`,
    `<rect width="100%" height="100%" rx="8" fill="${theme.paper}"/>`,
    text('Posthorn and a naive BullMQ pipeline', margin, 34, theme.ink, 19, 'start', 600),
    legend(theme),
    ...panels(all).map((panel, index) => {
      const x = margin + (index % 2) * (panelSize.width + between.columns)
      const y = headHeight + 12 + Math.floor(index / 2) * (panelSize.height + between.rows)
      return `<g transform="translate(${x} ${y})">\n${drawPanel(panel, theme)}\n</g>`
    }),
    '</svg>\n',
  ].join('\n')
}

function legend(theme: Theme): string {
  let x = margin + 6
  return (Object.keys(labels) as SeriesName[])
    .map(series => {
      const entry = mark(series, x, 56, theme) + text(labels[series], x + 12, 60, theme.muted, 13)
      x += 40 + labels[series].length * 6.6
      return entry
    })
    .join('')
}

function panels(all: AtConnections[]): Panel[] {
  const places = all.map(({ connections }) => String(connections))
  const runs = (of: (run: Run) => Panel['series'][number]['values'][number]): Panel['series'] =>
    (['off', 'confirm', 'naive'] as const).map(name => ({ name, values: all.map(at => of(at[name])) }))
  const bare = { name: 'bare' as const, values: all.map(at => at.bare.acceptedPerSecond) }
  return [
    {
      title: 'Sustained posts per second',
      subtitle: 'from the first call until the last post is readable; more is better',
      places,
      series: [...runs(run => run.postedPerSecond), bare],
    },
    {
      title: 'CPU time per posted delivery, ms',
      subtitle: 'of all processes, including Redis and Postgres; less is better',
      places,
      series: runs(run => run.processorMs),
    },
    { title: 'Time to response, ms', subtitle: spreads, places, series: runs(run => run.answerMs) },
    {
      title: 'Time to commit, ms',
      subtitle: spreads,
      places,
      series: runs(run => run.committedMs),
    },
  ]
}

const spreads = 'from p50 (the mark) to p99 (the end of the bar); less is better'
