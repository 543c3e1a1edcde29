import type { AppObject } from '@posthorn/contract'
import { type QueryClient, queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { api } from './client/api.js'

/** Applications that the user manages, newest first. */
export const appsQuery = queryOptions({
  queryKey: ['apps', 'managed'],
  queryFn: ({ signal }) => api.listApps({ signal }),
})

/** Applications that the user has authorized. */
export const authorizedAppsQuery = queryOptions({
  queryKey: ['apps', 'authorized'],
  queryFn: ({ signal }) => api.listAuthorizedApps({ signal }),
})

/** Refetches lists of applications. */
export function invalidateApps(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['apps'] })
}

const secretKey = (app: string) => ['app secret', app]

/** The API returns a secret only when it is created. The page stores it until it is reloaded. */
export function keepSecret(client: QueryClient, { id, client_secret: secret }: AppObject): void {
  if (secret === '') return
  client.setQueryDefaults(secretKey(id), { gcTime: Number.POSITIVE_INFINITY, staleTime: 'static' })
  client.setQueryData(secretKey(id), secret)
}

/** The application's secret, if it was just created. */
export function useSecret(app: string): string | undefined {
  return useQuery<string>({ queryKey: secretKey(app), queryFn: skipToken }).data
}
