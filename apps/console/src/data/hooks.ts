import { type HookObject, maxFoundHooksPerPage, maxRefusedCallsDays } from '@posthorn/contract'
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query'
import { api } from './client/api.js'

/** The hooks of a team that the viewer may see and that are like what is searched for, the newest first. */
export const hooksQuery = (team: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['hooks', team, 'list', search],
    initialPageParam: '',
    queryFn: ({ signal, pageParam: cursor }) =>
      api.searchHooks({ params: { team }, query: { search, cursor, limit: maxFoundHooksPerPage }, signal }),
    getNextPageParam: ({ next }) => next || undefined,
    placeholderData: keepPreviousData, // while one types
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

/** Whether the viewer may make hooks in a team, whom to ask where not, and what a new one begins with. */
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

/** Lists of hooks, and what is known of one, are asked for again. */
export function invalidateHooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['hooks'] })
}

/** How many calls were refused before they became deliveries, by day and cause. */
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

/** The URL of a hook is told when its key is made. It is kept in this page only, and is gone when that is loaded again. */
export function keepHookUrl(client: QueryClient, { id, url }: HookObject): void {
  client.setQueryDefaults(urlKey(id), { gcTime: Number.POSITIVE_INFINITY, staleTime: 'static' })
  client.setQueryData(urlKey(id), url)
}

/** The hook's URL, where it was just made. */
export function useHookUrl(hook: string): string | undefined {
  return useQuery<string>({ queryKey: urlKey(hook), queryFn: skipToken }).data
}
