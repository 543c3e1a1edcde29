import type { PipelineFigures } from '@posthorn/contract'
import { Suspense, useState } from 'react'
import { lazyPart } from '../data/client/until-loaded.js'
import { formatCount, formatDuration } from '../format/amount.js'
import { formatTime } from '../format/time.js'
import { Button } from '../ui/button.js'
import type { ChartProps } from '../ui/charts/chart.js'
import { Table } from '../ui/list.js'
import { linesByWord, periodsOf, seriesOf, sumOf } from './figure-series.js'

/** Charts over time. */
export function Figures({ figures }: { figures: PipelineFigures }) {
  const { times, at } = periodsOf(figures)
  const { step, total } = figures
  const formatAt = (time: number) => formatTime(time, step === 'minute' ? 'time' : 'short')
  const shared = { times, formatAt }
  const wait = (which: 'p50' | 'p99') => at.map(period => period?.accept_to_posted_ms?.[which] ?? null)
  return (
    <div className="grid gap-4 xl:grid-cols-2 xl:*:last:odd:col-span-2">
      <Figure
        {...shared}
        title="Deliveries"
        about={`Deliveries by result, per ${step}.`}
        format={formatCount}
        series={[
          seriesOf('accepted', 'accent', at, period => period.accepted),
          seriesOf('posted', 'good', at, period => period.posted),
          seriesOf('rejected', 'bad', at, ({ rejected }) => sumOf(rejected)),
        ]}
      />
      <Figure
        {...shared}
        title="Time from acceptance to post"
        about="Half of all deliveries take at most p50, and 99% take at most p99."
        format={formatDuration}
        series={[
          { name: 'p50', color: 'accent', values: wait('p50') },
          { name: 'p99', color: 'warn', values: wait('p99') },
        ]}
      />
      <Causes {...shared} at={at} total={total} />
      <Waits {...shared} at={at} step={step} />
      <Changes {...shared} at={at} step={step} total={total} />
    </div>
  )
}

type PartProps = Pick<ChartProps, 'times' | 'formatAt'> & { at: ReturnType<typeof periodsOf>['at'] }

function Causes({ at, total, ...shared }: PartProps & Pick<PipelineFigures, 'total'>) {
  return (
    <>
      <Figure
        {...shared}
        title="Refused calls"
        about="Calls that got an error and were not stored, by cause."
        format={formatCount}
        series={linesByWord(total.refused, at, ({ refused }) => refused)}
      />
      <Figure
        {...shared}
        title="Rejected"
        about="Accepted deliveries that could not become a post, by reason."
        format={formatCount}
        series={linesByWord(total.rejected, at, ({ rejected }) => rejected)}
      />
    </>
  )
}

/** Only shown if there are any, because many installations use neither keys nor counted repeats. */
function Changes({ at, step, total, ...shared }: PartProps & Pick<PipelineFigures, 'step' | 'total'>) {
  if (total.replied + total.updated + total.collapsed + total.superseded === 0) return null
  return (
    <Figure
      {...shared}
      title="Replies, updates and repeats"
      about={`Deliveries that refer to earlier posts, per ${step}.`}
      format={formatCount}
      series={[
        seriesOf('replied', 'accent', at, ({ replied }) => replied),
        seriesOf('updated', 'good', at, ({ updated }) => updated),
        seriesOf('collapsed', 'warn', at, ({ collapsed }) => collapsed),
        seriesOf('superseded', 'quiet', at, ({ superseded }) => superseded),
      ]}
    />
  )
}

function Waits({ at, step, ...shared }: PartProps & Pick<PipelineFigures, 'step'>) {
  return (
    <>
      <Figure
        {...shared}
        title="Waiting deliveries"
        about={`The largest backlog in each ${step}.`}
        format={formatCount}
        series={[seriesOf('waiting', 'accent', at, ({ backlog }) => backlog)]}
      />
      <Figure
        {...shared}
        title="Oldest waiting delivery"
        about="How long it had waited, in the shared queue and in the flood queue."
        format={formatDuration}
        series={[
          seriesOf('shared', 'accent', at, period => period.oldest_waiting_ms.shared),
          seriesOf('flood', 'warn', at, period => period.oldest_waiting_ms.flood),
        ]}
      />
    </>
  )
}

/** Loads the chart library only when a chart is shown. */
const Chart = lazyPart(() => import('../ui/charts/chart.js'), 'Chart')

type FigureProps = ChartProps & {
  title: string
  /** One sentence about the chart. */
  about: string
}

/** Figures over time, as a chart or a table. */
function Figure({ title, about, ...chart }: FigureProps) {
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
