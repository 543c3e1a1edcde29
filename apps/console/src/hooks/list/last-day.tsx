import type { HookOverview } from '@posthorn/contract'
import { countOf, formatShare } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'
import { Bars } from '../../ui/charts/bars.js'

type OfHook = { hook: HookOverview }

/** A hook's deliveries of the last 24 hours by hour, with words for the same. */
export function LastDay({ hook, className = 'h-6 w-24' }: OfHook & { className?: string }) {
  const { delivered_by_hour, rejected_by_hour, delivered_last_day: delivered } = hook
  const bars = delivered_by_hour.map((all, hour) => {
    const bad = rejected_by_hour[hour] ?? 0
    return { good: all - bad, bad }
  })
  const words = delivered === 0 ? 'No deliveries in the last 24 hours' : wordsFor(hook)
  return (
    <span title={words} className="inline-block align-middle">
      <span className="sr-only">{words}</span>
      <Bars bars={bars} className={className} />
    </span>
  )
}

function wordsFor({ delivered_last_day: delivered, rejected_last_day: rejected }: HookOverview): string {
  return `${countOf(delivered, 'delivery', 'deliveries')} in the last 24 hours, ${formatNumber(rejected)} rejected`
}

/** The share of a hook's deliveries of the last 24 hours that was rejected. Nothing if none was. */
export function FailureRate({
  hook: { delivered_last_day: delivered, rejected_last_day: rejected },
}: OfHook) {
  if (rejected === 0) return null
  return <>{formatShare(rejected / delivered)}</>
}
