import { type AuditTarget, auditTargets } from '@posthorn/contract'
import { type AuditSearch, auditFile } from '../data/admin/audit.js'
import { TimeFilter } from '../deliveries/time-filter.js'
import { SelectBox } from '../ui/forms/field.js'
import { SearchField } from '../ui/forms/search-field.js'
import { targetWords } from './audit/audit-words.js'

type AuditFiltersProps = {
  narrowing: AuditSearch
  onChange: (changes: { [Key in keyof AuditSearch]: AuditSearch[Key] | undefined }) => void
}

/** Filters the audit log, and exports it. */
export function AuditFilters({ narrowing, onChange }: AuditFiltersProps) {
  const { user = '', target, from, to } = narrowing
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <SelectBox
        aria-label="Object"
        value={target ?? ''}
        onChange={({ target: { value } }) =>
          onChange({ target: value === '' ? undefined : (value as AuditTarget), target_id: undefined })
        }
        className="w-44 max-sm:w-40"
      >
        <option value="">Anything</option>
        {auditTargets.map(name => (
          <option key={name} value={name}>
            {targetWords[name]}
          </option>
        ))}
      </SelectBox>
      <TimeFilter from={from} to={to} onChange={onChange} />
      <SearchField
        label="Changed by (user name)"
        value={user}
        onChange={user => onChange({ user: user.trim() || undefined })}
      />
      <p className="ml-auto flex gap-3 text-sm">
        {(['csv', 'jsonl'] as const).map(format => (
          <a
            key={format}
            href={auditFile(narrowing, format)}
            download
            className="text-accent hover:underline"
          >
            {format === 'csv' ? 'Export CSV' : 'Export JSON Lines'}
          </a>
        ))}
      </p>
    </div>
  )
}

const msIn = (value: unknown) =>
  Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined

/** Reads the filters from the URL and drops invalid ones. */
export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const { user, target_id } = search
  const target = auditTargets.find(one => one === search.target)
  const [from, to] = [msIn(search.from), msIn(search.to)]
  return {
    ...(user !== undefined && user !== '' && { user: String(user) }),
    ...(target !== undefined && { target }),
    ...(target_id !== undefined && target_id !== '' && { target_id: String(target_id) }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}
