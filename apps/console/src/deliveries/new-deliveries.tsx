import { useQuery, useQueryClient } from '@tanstack/react-query'
import { newDeliveriesQuery, refreshDeliveries } from '../data/deliveries.js'
import type { HistoryFilter } from '../data/filters/delivery-filter.js'
import { useTeam } from '../data/teams.js'
import { useHistory } from './use-history.js'

/** Announces new deliveries instead of inserting them, so that rows don't move while somebody reads. */
export function NewDeliveries({ filter, after }: { filter: HistoryFilter; after: string }) {
  const team = useTeam()
  const { id: hook } = useHistory()
  const client = useQueryClient()
  const { data } = useQuery(newDeliveriesQuery({ team: team.id, hook }, filter, after))
  return (
    <div role="status">
      {data && data.count > 0 && (
        <button
          type="button"
          onClick={() => void refreshDeliveries(client, hook)}
          className="flex h-8 w-full items-center justify-center border-t border-line bg-accent-soft font-medium text-accent pointer-coarse:h-10"
        >
          {data.is_whole ? data.count : `${data.count}+`} new
        </button>
      )}
    </div>
  )
}
