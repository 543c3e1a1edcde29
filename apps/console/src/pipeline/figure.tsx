import { Suspense, useState } from 'react'
import { lazyPart } from '../data/client/lazy-part.js'
import { Button } from '../ui/button.js'
import type { ChartProps } from '../ui/charts/chart.js'
import { Table } from '../ui/list.js'

/** Loads the chart library only when a chart is shown. */
const Chart = lazyPart(() => import('../ui/charts/chart.js'), 'Chart')

type FigureProps = ChartProps & {
  title: string
  /** One sentence about the chart. */
  about: string
}

/** Figures over time, as a chart or a table. */
export function Figure({ title, about, ...chart }: FigureProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-lg border border-line p-4">
      <figcaption className="flex items-start gap-2">
        <span className="flex-auto">
          <span className="font-medium">{title}</span>
          <span className="block text-sm text-quiet">{about}</span>
        </span>
        <Button look="quiet" className="-my-1.5 -mr-2" onClick={() => setTable(!isTable)}>
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </figcaption>
      {isTable && <FigureTable title={title} {...chart} />}
      {!isTable && chart.series.length === 0 && nothing}
      {!isTable && chart.series.length > 0 && (
        <Suspense
          fallback={
            <p role="status" className="h-52 text-sm text-quiet">
              Loading…
            </p>
          }
        >
          <Chart {...withoutLast(chart)} />
        </Suspense>
      )}
    </figure>
  )
}

const nothing = <p className="py-4 text-quiet">Nothing in this time.</p>

/** Leaves out the last period, which is incomplete and would look like a drop. */
function withoutLast({ times, series, ...rest }: ChartProps): ChartProps {
  const over = series.map(one => ({ ...one, values: one.values.slice(0, -1) }))
  return { ...rest, times: times.slice(0, -1), series: over }
}

/** Newest first, without empty periods. */
function FigureTable({ title, times, series, format, formatAt }: ChartProps & { title: string }) {
  const rows = times.map((at, index) => ({ at, values: series.map(({ values }) => values[index] ?? null) }))
  const filled = rows.filter(({ values }) => values.some(value => value !== null && value !== 0))
  if (filled.length === 0) return nothing
  return (
    <div className="max-h-52 overflow-y-auto">
      <Table label={`${title}, as a table`}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {filled.toReversed().map(({ at, values }) => (
            <tr key={at} className="tabular-nums">
              <td>{formatAt(at)}</td>
              {values.map((value, index) => (
                <td key={series[index]?.name}>{value === null ? '–' : format(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
