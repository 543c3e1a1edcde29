import { type HookObject, maxRefusedCallsDays } from '@posthorn/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query'
import { createContext, use } from 'react'
import { api } from './client/api.js'
import { type HookListFilter, hookSearch } from './filters/delivery-filter.js'

/** A team's hooks that the user can see and that match a search. */
export const hooksQuery = (team: string, filter: HookListFilter) =>
  infiniteQueryOptions({
    queryKey: ['hooks', team, 'list', filter.find, filter.only, filter.sort],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchHooks({ params: { team }, query: hookSearch(filter, cursor), signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while the user types
    staleTime: 0, // no event announces uses
  })

export const hookQuery = (team: string, hook: string) =>
  queryOptions({
    queryKey: ['hooks', team, hook],
    queryFn: ({ signal }) => api.getHook({ params: { team, hook }, signal }),
  })

/** An offer may come while the viewer looks. */
const offersEveryMs = 10_000

/** The hooks of a team that are offered to the viewer. */
export const hookOffersQuery = (team: string) =>
  queryOptions({
    queryKey: ['hooks', team, 'offers'],
    queryFn: ({ signal }) => api.listHookOffers({ params: { team }, signal }),
    refetchInterval: offersEveryMs,
  })

/** Whether the user may create hooks in a team, whom to ask otherwise, and the initial values. */
export const newHookQuery = (team: string) =>
  queryOptions({
    queryKey: ['hooks', team, 'new'],
    queryFn: async ({ signal }) => {
      const [{ may_create: mayCreate, administrators }, { ConfirmNewHooks }] = await Promise.all([
        api.searchHooks({ params: { team }, query: { limit: 1 }, signal }),
        api.getClientProps({ signal }),
      ])
      return { mayCreate, administrators, confirm: ConfirmNewHooks === 'true' }
    },
  })

/** A chart's counts change while somebody looks. */
const figuresEveryMs = 30_000

/** A hook's deliveries over time. */
export const hookFiguresQuery = (team: string, hook: string, over: 'day' | 'week') =>
  queryOptions({
    queryKey: ['deliveries', hook, 'figures', over],
    queryFn: ({ signal }) => api.getHookFigures({ params: { team, hook }, query: { over }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: figuresEveryMs,
    staleTime: 0,
  })

/** Refetches hooks and their details. */
export function invalidateHooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['hooks'] })
}

/** Calls that were refused before they became deliveries, by day and cause. */
export const refusedCallsQuery = (team: string, hook: string) =>
  queryOptions({
    queryKey: ['hooks', team, hook, 'refused'],
    queryFn: ({ signal }) =>
      api.listRefusedCalls({ params: { team, hook }, query: { days: maxRefusedCallsDays }, signal }),
  })

export function hookTitle({ display_name }: Pick<HookObject, 'display_name'>): string {
  return display_name || 'Untitled webhook'
}

const urlKey = (hook: string) => ['hook url', hook]

/**
 * The API returns a hook's URL only when its key is created. The page stores it until it is reloaded. The URL is a path
 * if the server does not know its own address.
 */
export function keepHookUrl(client: QueryClient, { id, url }: HookObject): void {
  client.setQueryDefaults(urlKey(id), { gcTime: Number.POSITIVE_INFINITY, staleTime: 'static' })
  client.setQueryData(urlKey(id), url && new URL(url, window.location.origin).href)
}

/** The hook's URL, if it was just created. */
export function useHookUrl(hook: string): string | undefined {
  return useQuery<string>({ queryKey: urlKey(hook), queryFn: skipToken }).data
}

export const CurrentHook = createContext<HookObject | undefined>(undefined)

/** Returns the hook of the URL. For screens below a hook. */
export function useHook(): HookObject {
  const hook = use(CurrentHook)
  if (!hook) throw new Error('useHook is for screens below a hook')
  return hook
}
