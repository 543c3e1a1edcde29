import type { HookFigures, RefusedCalls } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { hookFiguresQuery, useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { formatShare } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { formatDay, formatTime } from '../format/time.js'
import { Bars } from '../ui/charts/bars.js'
import { notByAddress, segmentClasses } from '../ui/charts/series.js'
import { Time } from '../ui/time.js'

const route = getRouteApi('/$team/integrations/incoming/$hook/')

type Period = HookFigures['periods'][number]

/** A hook's deliveries of the last day or week as bars. */
export function HookChart() {
  const team = useTeam()
  const { id, last_used_at } = useHook()
  const { over = 'day' } = route.useSearch()
  const { data } = useQuery({ ...hookFiguresQuery(team.id, id, over), enabled: last_used_at > 0 })
  if (!data) return null
  const { periods, step_ms: stepMs, counted_from: countedFrom } = data
  return (
    <figure
      aria-label="Deliveries over time"
      className="mx-4 mt-4 flex shrink-0 flex-col gap-1 rounded-lg border border-line px-4 py-3"
    >
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Totals periods={periods} />
        <nav aria-label="Period" className="flex gap-1 md:-mr-2.5 md:ml-auto">
          <Over words="Last 24 hours" isShown={over === 'day'} />
          <Over words="Last 7 days" over="week" isShown={over === 'week'} />
        </nav>
      </figcaption>
      <Bars bars={periods.map(period => barOf(period, stepMs))} className="h-14 w-full" />
      <div aria-hidden="true" className="flex justify-between text-xs text-quiet">
        <span>{formatTime(periods[0]?.start_at ?? 0, 'short')}</span>
        <span>now</span>
      </div>
      {countedFrom > 0 && (
        <p className="text-sm text-quiet">
          Only the newest deliveries are counted: those since <Time at={countedFrom} form="short" />.
        </p>
      )}
      <PeriodList periods={periods} stepMs={stepMs} />
    </figure>
  )
}

/** The counts of the whole period, which are also the legend. */
function Totals({ periods }: { periods: Period[] }) {
  const sum = (kind: 'posted' | 'rejected' | 'other') => periods.reduce((all, each) => all + each[kind], 0)
  const [posted, rejected, other] = [sum('posted'), sum('rejected'), sum('other')]
  const all = posted + rejected + other
  return (
    <p className="flex flex-wrap gap-x-4 text-sm tabular-nums">
      <Counted color="bg-accent" words={`${formatNumber(posted)} posted`} />
      {other > 0 && <Counted color="bg-quiet" words={`${formatNumber(other)} superseded or skipped`} />}
      <Counted
        color="bg-bad"
        words={`${formatNumber(rejected)} rejected${rejected > 0 ? ` (${formatShare(rejected / all)})` : ''}`}
      />
    </p>
  )
}

function Counted({ color, words }: { color: string; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <span aria-hidden="true" className={`size-2 rounded-xs ${color} forced-color-adjust-none`} />
      {words}
    </span>
  )
}

function barOf(period: Period, stepMs: number) {
  const { posted: good, rejected: bad, other: rest } = period
  return { good, bad, rest, title: `${timesOf(period, stepMs)}: ${wordsFor(period)}` }
}

function timesOf({ start_at }: Period, stepMs: number): string {
  return `${formatTime(start_at, 'short')} – ${formatTime(start_at + stepMs, 'time')}`
}

function wordsFor({ posted, rejected, other }: Period): string {
  return `${formatNumber(posted)} posted, ${formatNumber(rejected)} rejected, ${formatNumber(other)} other`
}

function Over({ words, over, isShown }: { words: string; over?: 'week'; isShown: boolean }) {
  return (
    <Link
      from={route.id}
      to="."
      search={({ over: _, ...rest }) => ({ ...rest, ...(over && { over }) })}
      replace
      resetScroll={false}
      {...notByAddress}
      aria-current={isShown ? 'page' : undefined}
      className={segmentClasses}
    >
      {words}
    </Link>
  )
}

/** The same for screen readers. */
function PeriodList({ periods, stepMs }: { periods: Period[]; stepMs: number }) {
  const filled = periods.filter(({ posted, rejected, other }) => posted + rejected + other > 0)
  return (
    <ul className="sr-only">
      {filled.map(period => (
        <li key={period.start_at}>
          {timesOf(period, stepMs)}: {wordsFor(period)}
        </li>
      ))}
    </ul>
  )
}

type RefusedDay = RefusedCalls['days'][number]

/** A day's refused calls by cause. */
export function RefusedOnDay({ day, calls }: RefusedDay) {
  const heading = <time dateTime={day}>{formatDay(new Date(`${day}T12:00:00`).getTime())}</time>
  return (
    <section aria-label={day} className="flex flex-col gap-2">
      <h2 className="font-medium">{heading}</h2>
      <table className="w-full">
        <caption className="sr-only">Refused calls on {day}</caption>
        <thead className="sr-only">
          <tr>
            <th>Calls</th>
            <th>Reason</th>
          </tr>
        </thead>
        <tbody>
          {calls.map(({ cause, count, message, status }) => (
            <tr key={cause} className="border-t border-line align-top">
              <td className="w-12 py-2 pr-4 text-right font-medium tabular-nums">{formatNumber(count)}</td>
              <td className="py-2">
                <p>{message}</p>
                <p className="text-sm text-quiet">
                  <code className="font-mono">{cause}</code>, response {status}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
