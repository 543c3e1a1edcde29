import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { auditQuery } from '../../data/admin/audit.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { ErrorState, Loading } from '../../server/states.js'
import { AuditList } from '../../system/audit/audit-list.js'
import { AuditFilters, readAuditSearch } from '../../system/audit-filters.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState } from '../../ui/states.js'

const route = getRouteApi('/admin/audit')

/** The audit log. */
export function AuditScreen() {
  const narrowing = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(auditQuery(narrowing))
  usePageTitle('Audit log', 'System console')
  const entries = useMemo(() => data?.pages.flatMap(page => page.entries), [data])
  return (
    <Screen title="Audit log" about="Who changed what, when, and from where">
      <Scroll>
        <AuditFilters
          narrowing={narrowing}
          onChange={changes =>
            void navigate({ search: readAuditSearch({ ...narrowing, ...changes }), replace: true })
          }
        />
        {!entries &&
          (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the audit log" />)}
        {entries?.length === 0 && (
          <EmptyState title="No changes match these filters">
            <p>Older changes may have been deleted. “Storage and payloads” has the number of days.</p>
          </EmptyState>
        )}
        {entries && entries.length > 0 && (
          <AuditList entries={entries} label="Changes" isWhole={!more.hasNextPage} />
        )}
        <MoreButton {...more}>Show more</MoreButton>
      </Scroll>
    </Screen>
  )
}
