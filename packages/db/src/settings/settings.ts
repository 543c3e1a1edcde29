import type { Db } from '../connection/open.js'
import { defaultSettings, isSetting, type Settings, settingNames } from './setting-rules.js'

/**
 * The settings in force: the stored value, else the value that this process was started with, else the default. Invalid
 * stored values count as absent.
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

/** The user who saved it, and the time in milliseconds since 1970. */
export type SavedBy = { userId: string; atMs: number }

/**
 * Stores these settings and leaves all others unchanged. One statement with sorted rows, so concurrent calls do
 * not deadlock.
 */
export async function saveSettings(
  db: Db,
  settings: Partial<Settings>,
  { userId, atMs }: SavedBy = { userId: '', atMs: 0 },
): Promise<void> {
  await db.pool.query(
    `INSERT INTO settings (name, value, saved_by, saved_at)
    SELECT key, value, $2, $3 FROM jsonb_each($1) ORDER BY key
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, saved_by = excluded.saved_by, saved_at = excluded.saved_at`,
    [JSON.stringify(settings), userId, atMs],
  )
}

/** A saved setting. `username` is empty if it was not recorded. */
export type StoredSetting = { name: string; userId: string; username: string; savedAt: number }

/** Returns the stored settings with valid values, and the users who saved them. */
export async function storedSettings(db: Db): Promise<StoredSetting[]> {
  const { rows } = await db.pool.query<StoredSetting & { value: unknown }>(
    `SELECT settings.name, value, saved_by AS "userId", coalesce(username, '') AS username, saved_at::float8 AS "savedAt"
    FROM settings LEFT JOIN users ON users.id = saved_by`,
  )
  return rows.filter(({ name, value }) => isSetting(name, value)).map(({ value: _, ...stored }) => stored)
}

/**
 * Increases with every change to hooks, their keys and settings. Every process reads it once a second. Bypasses Prisma, whose
 * overhead exceeds the query's cost.
 * @throws if no migration has been applied
 */
export async function readVersion({ pool }: Db): Promise<number> {
  const { rows } = await pool.query<{ value: number }>(version)
  if (!rows[0]) throw new Error('The settings table has no version. Apply the migrations.')
  return Number(rows[0].value)
}

const version = { name: 'version', text: "SELECT value FROM settings WHERE name = 'version'" }
