import type { Config } from '@posthorn/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from './api.js'

export type SettingValue = boolean | number | string
export type SettingValues = Record<string, SettingValue>

/** The settings in force, by group. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => api.getConfig({ signal }),
})

/** What settings of these names are, whatever their group. */
export function valuesOf(config: Config, names: string[]): SettingValues {
  const all = Object.values(config).flatMap(group => Object.entries(group))
  return Object.fromEntries(all.filter(([name]) => names.includes(name)))
}

/** These values by group, as they are saved. */
export function inGroups(config: Config, values: SettingValues): Config {
  const groups = Object.entries(config).map(([group, settings]) => {
    const changed = Object.entries(values).filter(([name]) => Object.hasOwn(settings, name))
    return [group, Object.fromEntries(changed)] as const
  })
  return Object.fromEntries(groups.filter(([, changed]) => Object.keys(changed).length > 0))
}
