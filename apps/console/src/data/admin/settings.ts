import type { Config, SettingObject } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../client/api.js'

export type SettingValue = SettingObject['value']
export type SettingValues = Record<string, SettingValue>

/** The settings in force, with the source of each value. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.listSettings({ signal }),
})

/** No event announces this, so it is refetched. */
const lookAgainMs = 5000

/** Callers that were rate-limited in the last day. */
export const limitedCallersQuery = queryOptions({
  queryKey: ['limited callers'],
  queryFn: ({ signal }) => api.listLimitedCallers({ query: { limit: 50 }, signal }),
  staleTime: 0,
  refetchInterval: lookAgainMs,
})

/** Values by group, as the API saves them. */
export function inGroups(settings: SettingObject[], values: SettingValues): Config {
  const config: Config = {}
  for (const { name, group } of settings) {
    const value = values[name]
    if (value !== undefined) config[group] = { ...config[group], [name]: value }
  }
  return config
}
