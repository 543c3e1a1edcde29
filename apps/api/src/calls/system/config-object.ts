import type { Config } from '@posthorn/contract'
import { isSetting, type SettingName, type Settings, settingNames, settingRules } from '@posthorn/db'

type Value = boolean | number | string

/** Settings of the environment; only their presence is reported, as in the reference. */
const fixed = { SqlSettings: { DriverName: 'postgres', DataSource: '*'.repeat(32) } }

export function configOf(settings: Settings): Config {
  const config: Config = {}
  for (const name of settingNames) {
    const { group } = settingRules[name]
    config[group] = { ...config[group], [name]: settings[name] }
  }
  return { ...config, ...fixed }
}

/**
 * Reads the settings of a config, each in its group. Absent settings stay, and unknown ones, such as most of the
 * reference's, are ignored. `mistakes` describes the expected values, never the given ones.
 */
export function settingsIn(config: Record<string, unknown>): {
  settings: Partial<Settings>
  mistakes: string[]
} {
  const given = settingNames.flatMap((name): [SettingName, unknown][] => {
    const group = config[settingRules[name].group]
    const value = isObject(group) ? group[name] : undefined
    return value === undefined ? [] : [[name, value]]
  })
  const mistakes = given.filter(([name, value]) => !isSetting(name, value)).map(([name]) => mistake(name))
  return { settings: Object.fromEntries(given as [SettingName, Value][]), mistakes }
}

function mistake(name: SettingName): string {
  const { group, wants } = settingRules[name]
  return `${group}.${name} wants ${wants}`
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
