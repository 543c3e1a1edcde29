import type { AuditEntryObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import { Badge } from '../ui/badge.js'
import { List } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { AuditChanges } from './audit-changes.js'
import { actionWords } from './audit-words.js'

/** Audit entries, newest first. */
export function AuditList({ entries, label }: { entries: AuditEntryObject[]; label: string }) {
  return (
    <List aria-label={label}>
      {entries.map(entry => (
        <Entry key={entry.id} {...entry} />
      ))}
    </List>
  )
}

function Entry({ action, create_at, done, user, address, target, before, after }: AuditEntryObject) {
  return (
    <li className="flex flex-col gap-1 px-4 py-3">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium">{actionWords(action)}</span>
        {target.id !== '' && target.name && target.name !== user?.username && <TargetLink target={target} />}
        {!done && <Badge look="warn">May not have completed</Badge>}
      </div>
      <AuditChanges before={before} after={after} />
      <p className="flex flex-wrap gap-x-2 text-sm text-quiet">
        {user ? (
          <Link to="/admin/audit" search={{ user: user.username }} className="hover:underline">
            {user.username}
          </Link>
        ) : (
          'Nobody logged in'
        )}
        <Time at={create_at} form="seconds" />
        <span>from {address}</span>
      </p>
    </li>
  )
}

/** A link to everything that was done to the same object. */
function TargetLink({ target: { type, id, name } }: Pick<AuditEntryObject, 'target'>) {
  return (
    <Link
      to="/admin/audit"
      search={{ target: type, target_id: id }}
      className="min-w-0 truncate text-quiet hover:underline"
    >
      {name}
    </Link>
  )
}
