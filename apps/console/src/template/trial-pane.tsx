import type { TemplateTrial } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api } from '../data/client/api.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import type { TemplateForm } from '../data/trials.js'
import { DeliveryLink } from '../deliveries/delivery-facts.js'
import { countOf } from '../format/amount.js'
import { FormError } from '../server/states.js'
import { Badge } from '../ui/badge.js'
import { Button } from '../ui/button.js'
import { ProgressBar } from '../ui/charts/progress-bar.js'
import { Time } from '../ui/time.js'

/** How many of the latest deliveries are tried. */
const mostTried = 500
/** Differences that are shown at first, and more each time. */
const shownAtOnce = 20

type Trial = Omit<TemplateTrial, 'next'>
type Difference = Trial['differences'][number]
type Side = Difference['before']

const noTrial: Trial = { looked: 0, tried: 0, changed: 0, failed: 0, differences: [] }

/** Tries a template on the latest deliveries, page by page, and shows what would change. */
export function TrialPane({ template, isReady }: { template: TemplateForm; isReady: boolean }) {
  const { trial, isEmpty, run, stop } = useTrial()
  const { variables: tried, isPending, error } = run
  const isOld = tried !== undefined && JSON.stringify(tried) !== JSON.stringify(template)
  return (
    <section aria-label="Trial" className="flex min-w-0 flex-col gap-4 border-t border-line pt-6">
      <h2 className="font-medium">Try it on the last {mostTried} deliveries</h2>
      <p className="max-w-prose text-quiet">
        Compares what the deliveries become now with what they would become. Nothing is posted or stored.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon="search" busy={isPending} disabled={!isReady} onClick={() => run.mutate(template)}>
          Try template
        </Button>
        {isPending && <Button onClick={stop}>Stop</Button>}
      </div>
      {isPending && <ProgressBar label="Deliveries tried" done={trial.looked} total={mostTried} />}
      {error && <FormError error={error} />}
      {isEmpty && <p role="status">There are no deliveries to try it on.</p>}
      {trial.looked > 0 && <Summary trial={trial} isDone={!isPending} />}
      {isOld && !isPending && <p className="text-warn">The template has changed since. Try it again.</p>}
      <Differences differences={trial.differences} />
    </section>
  )
}

function useTrial() {
  const { id: team } = useTeam()
  const { id: hook } = useHook()
  const [trial, setTrial] = useState(noTrial)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = useMutation({
    mutationFn: async (template: TemplateForm) => {
      const stopping = new AbortController()
      const { signal } = stopping
      running.current = stopping
      let [sum, cursor] = [noTrial, '']
      setTrial(sum)
      do {
        const body = { template, cursor }
        const { next, ...page } = await api.tryHookTemplate({ params: { team, hook }, body, signal })
        if (signal.aborted) return
        sum = together(sum, page)
        setTrial(sum)
        cursor = next
      } while (cursor !== '' && sum.looked < mostTried)
    },
  })
  const isStopped = running.current?.signal.aborted ?? false
  return {
    trial,
    isEmpty: run.isSuccess && !isStopped && trial.looked === 0,
    run: { ...run, error: isStopped ? null : run.error },
    stop: () => running.current?.abort(),
  }
}

function together(one: Trial, other: Trial): Trial {
  return {
    looked: one.looked + other.looked,
    tried: one.tried + other.tried,
    changed: one.changed + other.changed,
    failed: one.failed + other.failed,
    differences: [...one.differences, ...other.differences],
  }
}

function Summary({ trial: { looked, tried, changed, failed }, isDone }: { trial: Trial; isDone: boolean }) {
  const others = looked - tried
  return (
    <p role="status">
      {tried === 0
        ? 'The template would read none of these deliveries.'
        : changed + failed === 0
          ? `${isDone ? 'None' : 'So far, none'} of ${countOf(tried, 'delivery', 'deliveries')} would change.`
          : `Of ${countOf(tried, 'delivery', 'deliveries')}, ${changed} would change and ${failed} would fail.`}
      {others > 0 && ` ${others}${tried > 0 ? ' more' : ''} came for an adapter in the URL.`}
    </p>
  )
}

function Differences({ differences }: { differences: Difference[] }) {
  const [shown, setShown] = useState(shownAtOnce)
  const hidden = differences.length - shown
  if (differences.length === 0) return null
  return (
    <>
      <ol aria-label="Differences" className="flex flex-col gap-4">
        {differences.slice(0, shown).map(each => (
          <li key={each.delivery}>
            <DifferenceCard {...each} />
          </li>
        ))}
      </ol>
      {hidden > 0 && (
        <div>
          <Button onClick={() => setShown(shown + shownAtOnce)}>
            Show {Math.min(hidden, shownAtOnce)} more of {hidden}
          </Button>
        </div>
      )}
    </>
  )
}

function DifferenceCard({ delivery, create_at, before, after }: Difference) {
  const { id: hook } = useHook()
  const looksSame = after.outcome === 'read' && JSON.stringify(before) === JSON.stringify(after)
  return (
    <article className="flex min-w-0 flex-col gap-3 rounded-lg border border-line p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Outcome {...after} />
        <Time at={create_at} form="seconds" className="text-quiet" />
        <DeliveryLink hook={hook} delivery={delivery} words="Show the delivery" />
      </header>
      <div className="grid min-w-0 gap-4 md:grid-cols-2">
        <SideView title="Now" side={before} other={after} />
        <SideView title="With this template" side={after} other={before} />
      </div>
      {looksSame && (
        <p className="text-sm text-quiet">
          They differ in parts that are not shown here, such as names, links, or the end of a long text.
        </p>
      )}
    </article>
  )
}

function Outcome({ outcome }: Side) {
  if (outcome === 'failed') return <Badge look="bad">Fails</Badge>
  return outcome === 'skipped' ? <Badge look="warn">Skipped</Badge> : <Badge look="accent">Changes</Badge>
}

const facts = [
  ['Update key', 'update_key'],
  ['Thread key', 'thread_key'],
  ['Channel', 'channel'],
  ['Color', 'color'],
] as const

/** A side of a difference. Of two posts, only facts that differ are shown. */
function SideView({ title, side, other }: { title: string; side: Side; other: Side }) {
  const isPost = side.outcome === 'read' && other.outcome === 'read'
  const shown = facts.filter(([, name]) => isPost && side[name] !== other[name])
  const closes = isPost && side.close !== other.close
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <h3 className="text-sm text-quiet">{title}</h3>
      {side.outcome === 'read' ? (
        <p className="max-h-80 overflow-y-auto rounded-lg bg-well p-3 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {side.text}
        </p>
      ) : (
        <p
          className={`rounded-lg p-3 text-sm ${side.outcome === 'failed' ? 'bg-bad-soft text-bad' : 'bg-hover'}`}
        >
          {side.detail}
        </p>
      )}
      {(shown.length > 0 || closes) && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-sm">
          {shown.map(([name, key]) => (
            <FactRow key={key} name={name} value={side[key] || 'none'} />
          ))}
          {closes && <FactRow name="Closes its keys" value={side.close ? 'yes' : 'no'} />}
        </dl>
      )}
    </div>
  )
}

function FactRow({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt className="text-quiet">{name}</dt>
      <dd className="font-mono wrap-anywhere">{value}</dd>
    </>
  )
}
