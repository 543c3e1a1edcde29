import { unusedHookDays } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { HookKind } from '../../data/admin/all-hooks.js'
import { segmentClasses } from '../../ui/charts/segments.js'

const kinds: { words: string; title?: string; only?: HookKind }[] = [
  { words: 'All' },
  { words: 'Failing', only: 'failing' },
  { words: 'Unused', only: 'unused', title: `Nobody has called them for ${unusedHookDays} days` },
  { words: 'Creator deactivated', only: 'creator_deactivated' },
  { words: 'Not locked', only: 'unlocked', title: 'They may post to any channel, not to their own only' },
  { words: 'Disabled', only: 'disabled' },
]

/** Which one is chosen is said here, not by the router. */
const notByAddress = { activeOptions: { exact: true, includeSearch: true }, activeProps: {} } as const

/** Narrows all hooks to some kind; what is searched for stays. */
export function HookKinds({ find, chosen }: { find: string; chosen: HookKind | undefined }) {
  return (
    <nav aria-label="Which webhooks" className="flex flex-wrap gap-1">
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
