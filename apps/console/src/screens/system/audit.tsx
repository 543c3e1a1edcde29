import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { auditQuery } from '../../data/admin/audit.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { AuditFilters } from '../../system/audit-filters.js'
import { AuditList } from '../../system/audit-list.js'
import { readAuditNarrowing } from '../../system/audit-narrowing.js'
import { MoreButton } from '../../ui/more-button.js'
import { EmptyState, ErrorState, Loading } from '../../ui/states.js'

const route = getRouteApi('/admin/audit')

/** Who changed what on this server. */
export function AuditScreen() {
  const narrowing = route.useSearch()
  const navigate = route.useNavigate()
  const { data, error, refetch, ...more } = useInfiniteQuery(auditQuery(narrowing))
  usePageTitle('Audit', 'System console')
  const entries = data?.pages.flatMap(page => page.entries)
  return (
    <Screen title="Audit" about="Who changed what, when, and from where">
      <Scroll>
        <AuditFilters
          narrowing={narrowing}
          onChange={changes =>
            void navigate({ search: readAuditNarrowing({ ...narrowing, ...changes }), replace: true })
          }
        />
        {!entries && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the audit" />)}
        {entries?.length === 0 && (
          <EmptyState title="Nothing was changed">
            <p>
              No change fits what is chosen above. Changes are kept for as long as the setting AuditDays says.
            </p>
          </EmptyState>
        )}
        {entries && entries.length > 0 && <AuditList entries={entries} label="Changes" />}
        <MoreButton {...more}>Show more</MoreButton>
      </Scroll>
    </Screen>
  )
}
