import { type HookObject, maxHooksPerPage } from '@posthorn/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api } from './api.js'

/** All hooks of a team that the viewer may see, the oldest first. */
export const hooksQuery = (team: string) =>
  queryOptions({
    queryKey: ['hooks', team],
    queryFn: async ({ signal }) => {
      const hooks: HookObject[] = []
      for (let page = 0; ; page++) {
        const query = { page, per_page: maxHooksPerPage }
        const more = await api.listHooks({ params: { team }, query, signal })
        hooks.push(...more)
        if (more.length < maxHooksPerPage) return hooks
      }
    },
  })

export const hookQuery = (team: string, hook: string) =>
  queryOptions({
    queryKey: ['hooks', team, hook],
    queryFn: ({ signal }) => api.getHook({ params: { team, hook }, signal }),
  })

/** Lists of hooks, and what is known of one, are asked for again. */
export function invalidateHooks(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['hooks'] })
}

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
