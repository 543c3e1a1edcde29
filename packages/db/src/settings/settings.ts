import { defaultSettings, isSetting, type Settings, settingNames } from '@posthorn/core'
import type { Db } from '../connection/open.js'

export type { Settings }

/**
 * The settings in force: what is stored; else what this process was started with; else the defaults. What is stored and
 * is no value of its setting counts as absent.
 */
export async function readSettings(db: Db, first: Partial<Settings> = {}): Promise<Settings> {
  const { rows } = await db.pool.query<{ name: string; value: unknown }>(
    'SELECT name, value FROM settings WHERE name = ANY($1)',
    [settingNames],
  )
  const stored = rows.filter(({ name, value }) => isSetting(name, value))
  const own = Object.fromEntries(stored.map(({ name, value }) => [name, value]))
  return { ...defaultSettings, ...first, ...own }
}

export async function saveSettings(db: Db, settings: Partial<Settings>): Promise<void> {
  const writes = Object.entries(settings).map(([name, value]) =>
    db.setting.upsert({ where: { name }, create: { name, value }, update: { value } }),
  )
  await db.$transaction(writes)
}

/**
 * Rises with every change of hooks, their keys and settings. Every process asks for it once a second: past Prisma, whose
 * client costs more than the question.
 * @throws where no migration has been applied
 */
export async function readVersion({ pool }: Db): Promise<number> {
  const { rows } = await pool.query<{ value: number }>(version)
  if (!rows[0]) throw new Error('The database has no version of its settings: apply the migrations')
  return Number(rows[0].value)
}

const version = { name: 'version', text: "SELECT value FROM settings WHERE name = 'version'" }
