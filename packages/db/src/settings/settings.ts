import { defaultSettings, isSetting, type Settings, settingNames } from '@posthorn/core'
import type { Db } from '../connection/open.js'

export type { Settings }

/**
 * The settings in force: what is stored; else what this process was started with; else the defaults. What is stored and
 * is no value of its setting counts as absent.
 */
export async function readSettings(db: Db, first: Partial<Settings> = {}): Promise<Settings> {
  const rows = await db.setting.findMany({ where: { name: { in: settingNames } } })
  const stored = rows.filter(({ name, value }) => isSetting(name, value))
  return {
    ...defaultSettings,
    ...first,
    ...Object.fromEntries(stored.map(({ name, value }) => [name, value])),
  }
}

export async function saveSettings(db: Db, settings: Partial<Settings>): Promise<void> {
  const writes = Object.entries(settings).map(([name, value]) =>
    db.setting.upsert({ where: { name }, create: { name, value }, update: { value } }),
  )
  await db.$transaction(writes)
}

/** Rises with every change of hooks, their keys and settings. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db.setting.findUniqueOrThrow({ where: { name: 'version' } })
  return Number(row.value)
}
