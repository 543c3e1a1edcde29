import { failingShare, unusedHookDays } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { HookKind } from '../../data/admin/all-hooks.js'
import { formatShare } from '../../format/amount.js'
import { segmentClasses } from '../../ui/charts/segments.js'

const kinds: { words: string; title?: string; only?: HookKind }[] = [
  { words: 'All' },
  {
    words: 'Failing',
    only: 'failing',
    title: `At least ${formatShare(failingShare)} of the deliveries of the last 24 hours were rejected`,
  },
  { words: 'Unused', only: 'unused', title: `Not called for ${unusedHookDays} days` },
  { words: 'Creator deactivated', only: 'creator_deactivated' },
  { words: 'Not locked', only: 'unlocked', title: 'Can post to channels other than their own' },
  { words: 'Disabled', only: 'disabled' },
]

/** Sets aria-current itself, because the router would compare the whole URL. */
const notByAddress = { activeOptions: { exact: true, includeSearch: true }, activeProps: {} } as const

/** Filters all hooks by kind and keeps the search text. */
export function HookKinds({ find, chosen }: { find: string; chosen: HookKind | undefined }) {
  return (
    <nav aria-label="Filter webhooks" className="flex flex-wrap gap-1">
      {kinds.map(({ words, title, only }) => (
        <Link
          key={words}
          to="/admin/hooks"
          search={{ ...(find && { find }), ...(only && { only }) }}
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
