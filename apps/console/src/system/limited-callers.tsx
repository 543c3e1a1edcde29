import { useQuery } from '@tanstack/react-query'
import { limitedCallersQuery } from '../data/admin/settings.js'
import { formatNumber } from '../format/locale.js'
import { ErrorState, Loading } from '../server/states.js'
import { Table } from '../ui/list.js'
import { Time } from '../ui/time.js'

const kinds = { hook: 'Webhook', user: 'User', address: 'Address' } as const

/** The callers that were rate-limited most in the last day. */
export function LimitedCallersPart() {
  const { data, error, refetch } = useQuery(limitedCallersQuery)
  return (
    <section aria-label="Most rate-limited callers" className="flex flex-col gap-2 border-t border-line py-4">
      <h2 className="px-4 font-medium">Most rate-limited callers</h2>
      {!data &&
        (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the callers" rows={2} />)}
      {data && (
        <p className="px-4 text-sm text-quiet">
          {data.callers.length === 0 ? 'No calls have been rate-limited' : 'Rate-limited calls'} since{' '}
          <Time at={data.since_at} form="short" />.
        </p>
      )}
      {data && data.callers.length > 0 && (
        <Table label="Callers" className="max-w-2xl">
          <thead>
            <tr>
              <th>Caller</th>
              <th>Counted as</th>
              <th className="text-right">Rejected with 429</th>
            </tr>
          </thead>
          <tbody>
            {data.callers.map(({ kind, id, name, calls }) => (
              <tr key={`${kind} ${id}`}>
                <td>{name || id}</td>
                <td className="text-quiet">{kinds[kind]}</td>
                <td className="text-right tabular-nums">{formatNumber(calls)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </section>
  )
}
