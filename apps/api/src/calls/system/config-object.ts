import type { Config } from '@posthorn/contract'
import { isSetting, type SettingName, type Settings, settingNames, settingRules } from '@posthorn/core'

type Value = boolean | number | string

/** Where the data lies is the environment's business. It is told that there is such a thing, as the reference does. */
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
 * The settings of a config, each in its group; what is absent is left alone, and what is no setting here, as most of the
 * reference's, is ignored. `mistakes` says of every value that does not fit what is wanted instead, never the value.
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
