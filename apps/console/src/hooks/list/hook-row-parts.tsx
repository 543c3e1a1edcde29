import type { HookInTeam, HookObject, HookOverview } from '@posthorn/contract'
import { useState } from 'react'
import { hookTitle } from '../../data/hooks.js'
import { countOf, formatShare } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'
import { Badge } from '../../ui/badge.js'
import { Bars } from '../../ui/charts/bars.js'
import { Icon } from '../../ui/icon.js'
import { Menu, MenuItem } from '../../ui/menu.js'
import { SwitchHook, TransferHook } from '../edit/administer-hook.js'
import { useWithdrawOffer } from '../offered-hooks.js'

/** The actions of administrators in a hook's row. */
export function HookActions({ hook }: { hook: HookInTeam }) {
  const [asked, setAsked] = useState<'switch' | 'transfer'>()
  const withdrawing = useWithdrawOffer(hook)
  const isDisabled = hook.disabled_at > 0
  const Asked = asked === 'switch' ? SwitchHook : TransferHook
  return (
    <>
      <div className="flex justify-end">
        <Menu
          label={`Actions for ${hookTitle(hook)}`}
          className="relative z-10 inline-flex size-8 items-center justify-center rounded-md text-quiet hover:bg-pressed hover:text-text pointer-coarse:size-10"
          trigger={<Icon name="dots" />}
        >
          {hook.offer ? (
            <MenuItem onSelect={() => withdrawing.mutate()}>Withdraw the offer</MenuItem>
          ) : (
            <MenuItem onSelect={() => setAsked('transfer')}>Transfer…</MenuItem>
          )}
          <MenuItem onSelect={() => setAsked('switch')}>{isDisabled ? 'Enable…' : 'Disable…'}</MenuItem>
        </Menu>
      </div>
      {asked && <Asked hook={hook} onClose={() => setAsked(undefined)} />}
    </>
  )
}

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

/** Badges for a disabled or offered hook, and for problems with its creator. */
export function HookBadges({ hook }: { hook: HookObject }) {
  return (
    <>
      {hook.disabled_at > 0 && <Badge look="warn">Disabled</Badge>}
      {hook.offer && <Badge>Offered to {hook.offer.to.username}</Badge>}
      {hook.creator_deactivated && <Badge look="warn">Creator deactivated</Badge>}
      {hook.creator_left_team && <Badge look="warn">Creator left the team</Badge>}
    </>
  )
}

/** Says how many deliveries of the last day were rejected. */
export function failedWords(rejected: number, delivered: number): string {
  const were = rejected === 1 ? 'was' : 'were'
  return `${formatNumber(rejected)} of ${countOf(delivered, 'delivery', 'deliveries')} in the last 24 hours ${were} rejected`
}
