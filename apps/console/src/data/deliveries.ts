import { type DeliveryOutcome, failingShare, type WholeDelivery } from '@posthorn/contract'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from './client/api.js'
import type { HistoryFilter } from './filters/delivery-filter.js'

const pageSize = 60
/** No event announces rejected deliveries, so they are polled. */
const countEveryMs = 5000
/** As often as the hook itself (hook-frame.tsx). */
const failuresEveryMs = 10_000
const dayMs = 86_400_000

/** A hook's id and its team's. */
export type OfHook = { team: string; hook: string }

/** A hook's deliveries, newest first, in pages. */
export const deliveriesQuery = (params: OfHook, filter: HistoryFilter) =>
  infiniteQueryOptions({
    queryKey: ['deliveries', params.hook, 'list', filter],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.listDeliveries({ params, query: { ...filter, cursor, limit: pageSize }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { keepsStill: true }, // new rows are announced and shown on request
  })

/** The latest delivery that matches a filter, or null. */
export const latestDeliveryQuery = (params: OfHook, filter: HistoryFilter = {}) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'latest', filter],
    queryFn: async ({ signal }) => {
      const { deliveries } = await api.listDeliveries({ params, query: { ...filter, limit: 1 }, signal })
      return deliveries[0] ?? null
    },
    staleTime: 0,
  })

/** Polls whether a hook has deliveries that match a filter. Does not search texts, which would take the list's turn. */
export const hasDeliveriesQuery = (params: OfHook, filter: HistoryFilter) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'some', filter],
    queryFn: async ({ signal }) => {
      const query = { ...filter, limit: 1 }
      const { deliveries, next } = await api.listDeliveries({ params, query, signal })
      return deliveries.length > 0 || next !== ''
    },
    enabled: filter.text === undefined,
    refetchInterval: failuresEveryMs,
    staleTime: 0,
  })

/** Polls the number of deliveries after `after`. */
export const newDeliveriesQuery = (params: OfHook, filter: HistoryFilter, after: string) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'new', filter, after],
    queryFn: ({ signal }) => api.countDeliveries({ params, query: { ...filter, after }, signal }),
    refetchInterval: countEveryMs,
    staleTime: 0,
  })

/** How many of a hook's deliveries of the last 24 hours were rejected. `isFailing` as in lists. */
export const failuresQuery = (params: OfHook) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, 'failures'],
    queryFn: async ({ signal }) => {
      const count = async (filter: { outcome?: 'rejected' }) =>
        (await api.countDeliveries({ params, query: { ...filter, from: Date.now() - dayMs }, signal })).count
      const rejected = await count({ outcome: 'rejected' })
      const delivered = rejected > 0 ? await count({}) : 0
      return { rejected, delivered, isFailing: rejected > 0 && rejected >= failingShare * delivered }
    },
    refetchInterval: failuresEveryMs,
    staleTime: 0,
  })

/** A delivery with its payload and posts. The filter limits the newer and the older one. */
export const deliveryQuery = (params: OfHook & { delivery: string }, filter: HistoryFilter = {}) =>
  queryOptions({
    queryKey: ['deliveries', params.hook, params.delivery, filter],
    queryFn: ({ signal }) => api.getDelivery({ params, query: filter, signal }),
  })

/** Whether the stored request was erased. Deletions never have a payload. */
export const isErased = ({ payload, change }: WholeDelivery) => payload === '' && change !== 'delete'

/** Shows the newest page again. Later pages load on demand. */
export async function refreshDeliveries(client: QueryClient, hook: string): Promise<void> {
  const queryKey = ['deliveries', hook, 'list']
  client.removeQueries({ queryKey, type: 'inactive' })
  client.setQueriesData<{ pages: unknown[]; pageParams: unknown[] }>(
    { queryKey },
    known => known && { pages: known.pages.slice(0, 1), pageParams: known.pageParams.slice(0, 1) },
  )
  await Promise.all([['deliveries', hook], ['hooks']].map(queryKey => client.invalidateQueries({ queryKey })))
}

const firstLookMs = 200
const maxLooks = 7

/** Waits until a new delivery is settled, for up to 25 s. Resolves to its outcome, or undefined. */
export async function whenSettled(params: OfHook, delivery: string): Promise<DeliveryOutcome | undefined> {
  for (let look = 0; look < maxLooks; look++) {
    const { deliveries } = await api.listDeliveries({ params, query: { limit: pageSize } })
    const settled = deliveries.find(({ id }) => id === delivery)
    if (settled) return settled.outcome
    await new Promise(resolve => setTimeout(resolve, firstLookMs * 2 ** look))
  }
  return undefined
}
