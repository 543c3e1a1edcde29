import { failingShare, unusedHookDays } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { HookListFilter, HookStatus } from '../../data/filters/hook-filter.js'
import { formatShare } from '../../format/amount.js'
import { notByAddress, segmentClasses } from '../../ui/charts/segments.js'

const statuses: { words: string; title?: string; only?: HookStatus }[] = [
  { words: 'All' },
  {
    words: 'Failing',
    only: 'failing',
    title: `At least ${formatShare(failingShare)} of the deliveries of the last 24 hours were rejected`,
  },
  { words: 'Disabled', only: 'disabled' },
  { words: 'Never used', only: 'never_used' },
  { words: 'Unused', only: 'unused', title: `Not called for ${unusedHookDays} days` },
  { words: 'Creator deactivated', only: 'creator_deactivated' },
  { words: 'Not locked', only: 'unlocked', title: 'Can post to channels other than their own' },
]

export type HookList = '/$team/integrations/incoming' | '/admin/hooks'

/** Filters hooks by status, and keeps the search text and the order. */
export function HookStatuses({
  list,
  filter: { only: chosen, ...rest },
}: {
  list: HookList
  filter: HookListFilter
}) {
  return (
    <nav aria-label="Filter webhooks" className="flex flex-wrap gap-1">
      {statuses.map(({ words, title, only }) => (
        <Link
          key={words}
          from={list}
          to="."
          search={{ ...rest, ...(only && { only }) }}
          replace
          title={title}
          {...notByAddress}
          aria-current={only === chosen ? 'page' : undefined}
          className={segmentClasses}
        >
          {words}
        </Link>
      ))}
    </nav>
  )
}
