import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { auditQuery } from '../data/admin/audit.js'
import { ErrorState, Loading } from '../server/states.js'
import { AuditList } from './audit/audit-list.js'

/** Recent changes of the settings on this page. */
export function RecentChanges({ names }: { names: string[] }) {
  const { data, error, refetch } = useInfiniteQuery(auditQuery({ target: 'settings' }))
  const entries = data?.pages[0]?.entries.filter(({ after }) =>
    Object.keys(after ?? {}).some(name => names.includes(name)),
  )
  return (
    <section
      aria-label="Recent changes"
      className="flex min-w-0 flex-col border-line max-lg:border-t lg:w-96 lg:shrink-0 lg:border-l"
    >
      <div className="flex items-baseline justify-between gap-2 px-4 pt-4">
        <h2 className="font-medium">Recent changes</h2>
        <Link
          to="/admin/audit"
          search={{ target: 'settings' }}
          className="text-sm text-accent hover:underline"
        >
          All settings
        </Link>
      </div>
      {!entries &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the changes" rows={2} />)}
      {entries?.length === 0 && (
        <p className="px-4 py-3 text-sm text-quiet">These settings have not been changed yet.</p>
      )}
      {entries && entries.length > 0 && <AuditList entries={entries} label="Recent changes" />}
    </section>
  )
}
