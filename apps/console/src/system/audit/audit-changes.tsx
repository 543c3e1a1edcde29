import type { AuditEntryObject } from '@posthorn/contract'
import { valueWords } from './audit-words.js'
import { fieldWords } from './field-words.js'

type State = AuditEntryObject['before']

/** What changed: before → after. For created and deleted things, the recorded values, collapsed. */
export function AuditChanges({ before, after }: Pick<AuditEntryObject, 'before' | 'after'>) {
  const names = Object.keys(after ?? before ?? {})
  if (names.length === 0) return null
  const list = (
    <dl className="flex flex-col gap-1 text-sm">
      {names.map(name => (
        <Change key={name} name={name} before={before} after={after} />
      ))}
    </dl>
  )
  if (before && after) return list
  return (
    <details className="text-sm">
      <summary className="w-fit text-quiet">{before ? 'Final values' : 'Initial values'}</summary>
      <div className="pt-1">{list}</div>
    </details>
  )
}

function Change({ name, before, after }: { name: string; before: State; after: State }) {
  const hasBefore = before !== null && Object.hasOwn(before, name)
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <dt className="text-quiet" title={name}>
        {fieldWords(name)}
      </dt>
      <dd className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {hasBefore && (
          <span className={after ? 'text-quiet line-through' : ''}>{valueWords(before[name])}</span>
        )}
        {hasBefore && after && <span className="sr-only">changed to</span>}
        {hasBefore && after && <span aria-hidden="true">→</span>}
        {after && <span className="font-medium">{valueWords(after[name])}</span>}
      </dd>
    </div>
  )
}
