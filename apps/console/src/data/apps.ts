import type { AppObject } from '@posthorn/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api } from './client/api.js'

/** The apps that the viewer manages, the newest first. */
export const appsQuery = queryOptions({
  queryKey: ['apps', 'managed'],
  queryFn: ({ signal }) => api.listApps({ signal }),
})

/** The apps that the viewer let act for them. */
export const authorizedAppsQuery = queryOptions({
  queryKey: ['apps', 'authorized'],
  queryFn: ({ signal }) => api.listAuthorizedApps({ signal }),
})

/** Lists of apps are asked for again. */
export function invalidateApps(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['apps'] })
}

const secretKey = (app: string) => ['app secret', app]

/** An app's secret is told when it is made. It is kept in this page only, and is gone when that is loaded again. */
export function keepSecret(client: QueryClient, { id, client_secret: secret }: AppObject): void {
  if (secret === '') return
  client.setQueryDefaults(secretKey(id), { gcTime: Number.POSITIVE_INFINITY, staleTime: 'static' })
  client.setQueryData(secretKey(id), secret)
}

/** The app's secret, where it was just made. */
export function useSecret(app: string): string | undefined {
  return useQuery<string>({ queryKey: secretKey(app), queryFn: skipToken }).data
}
