import { Link } from '@tanstack/react-router'
import type { AccountKind } from '../data/admin/accounts.js'
import { notByAddress, segmentClasses } from '../ui/charts/segments.js'

const kinds: { words: string; only?: AccountKind }[] = [
  { words: 'All' },
  { words: 'Administrators', only: 'administrators' },
  { words: 'First password', only: 'first_password' },
  { words: 'Deactivated', only: 'deactivated' },
]

type AccountKindsProps = { find: string; chosen: AccountKind | undefined }

/** Filters accounts by kind and keeps the search text. */
export function AccountKinds({ find, chosen }: AccountKindsProps) {
  return (
    <nav aria-label="Filter users" className="flex flex-wrap gap-1">
      {kinds.map(({ words, only }) => (
        <Link
          key={words}
          to="/admin/users"
          search={{ ...(find && { find }), ...(only && { only }) }}
          replace
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
