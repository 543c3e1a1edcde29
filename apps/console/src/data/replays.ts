import { type DeliveryOutcome, deliveryOutcomes } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'
import type { OfHook } from './deliveries.js'
import type { HistoryFilter } from './filters/delivery-filter.js'

const progressEveryMs = 1000

/** How many deliveries a replay with this filter would send. */
export const replayableQuery = (params: OfHook, filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'replayable', filter],
    queryFn: ({ signal }) =>
      api.countDeliveries({ params, query: { ...filter, replayable: 'true' }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** The progress of a replay, polled until all its deliveries have outcomes. */
export const replayQuery = (params: OfHook & { replay: string }) =>
  queryOptions({
    queryKey: ['replays', params.replay],
    queryFn: ({ signal }) => api.getReplay({ params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : progressEveryMs),
  })

type Counts = Record<DeliveryOutcome, number>

/** How many deliveries of a replay have outcomes. */
export function settledIn(progress: Counts): number {
  return deliveryOutcomes.reduce((sum, outcome) => sum + progress[outcome], 0)
}

/** Whether all deliveries of a replay have outcomes. */
export function isSettled(progress: Counts & { status: string; sent: number }): boolean {
  return progress.status === 'done' && settledIn(progress) >= progress.sent
}
