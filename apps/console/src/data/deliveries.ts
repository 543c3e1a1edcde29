import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type { DeliveryFilter } from '../deliveries/filter.js'
import { api } from './api.js'

export type OfHook = { team: string; hook: string }

const pageSize = 60
/** Nobody is told of rejected deliveries by an event. */
const countEveryMs = 5000
const progressEveryMs = 1000

/** What became of a hook's deliveries, the newest first, page by page. */
export const deliveriesQuery = (params: OfHook, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', params.hook, 'list', filter],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.listDeliveries({ params, query: { ...filter, cursor, limit: pageSize }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    staleTime: Number.POSITIVE_INFINITY, // what is new is told, and shown when that is asked for
  })

/** How many came after the delivery `after`, again and again. */
export const newDeliveriesQuery = (params: OfHook, filter: DeliveryFilter, after: string) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'new', filter, after],
    queryFn: ({ signal }) => api.countDeliveries({ params, query: { ...filter, after }, signal }),
    refetchInterval: countEveryMs,
    staleTime: 0,
  })

/** How many a replay of all that the filter matches would send. */
export const replayableQuery = (params: OfHook, filter: DeliveryFilter) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'replayable', filter],
    queryFn: ({ signal }) =>
      api.countDeliveries({ params, query: { ...filter, replayable: 'true' }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

export const deliveryQuery = (params: OfHook & { delivery: string }) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, params.delivery],
    queryFn: ({ signal }) => api.getDelivery({ params, signal }),
  })

/** How far a replay is; asked for until all that it sent has its outcome. */
export const replayQuery = (params: OfHook & { replay: string }) =>
  queryOptions({
    queryKey: ['replays', params.replay],
    queryFn: ({ signal }) => api.getReplay({ params, signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isSettled(data) ? false : progressEveryMs),
  })

type Progress = { status: string; sent: number; posted: number; rejected: number }

export function isSettled({ status, sent, posted, rejected }: Progress): boolean {
  return status === 'done' && posted + rejected >= sent
}

/** Shows the newest page of a list again; further ones are asked for when they are wanted. */
export async function refreshDeliveries(client: QueryClient, hook: string): Promise<void> {
  const queryKey = ['deliveries', hook, 'list']
  client.removeQueries({ queryKey, type: 'inactive' })
  client.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
    { queryKey },
    known => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  )
  await client.invalidateQueries({ queryKey: ['deliveries', hook] })
}

const firstLookMs = 200
const maxLooks = 7

/** Resolves when a delivery that was just sent is settled, and says whether it is; after some 25 s it gives up. */
export async function whenSettled(params: OfHook, delivery: string): Promise<boolean> {
  for (let look = 0; look < maxLooks; look++) {
    const { deliveries } = await api.listDeliveries({ params, query: { limit: pageSize } })
    if (deliveries.some(({ id }) => id === delivery)) return true
    await new Promise(resolve => setTimeout(resolve, firstLookMs * 2 ** look))
  }
  return false
}
