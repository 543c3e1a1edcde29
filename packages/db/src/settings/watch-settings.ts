import { setTimeout as delay } from 'node:timers/promises'
import { isTransient } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import type { Settings } from './setting-rules.js'
import { readSettings, readVersion } from './settings.js'

/** With the duration of a poll, a change takes effect everywhere within a second. */
const everyMs = 900

/** If Postgres disappears while a process starts, the process waits as long as for a Postgres that is not up yet. */
const firstLookWithinMs = 60_000
const againAfterMs = 200

/** The settings as of the last poll, and the age of that poll. */
export type SettingsWatch = {
  settings: () => Settings
  /** Milliseconds since Postgres last confirmed the cache. */
  ageMs: () => number
  /** Polls at once, for callers that have just changed something. */
  look: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Polls once a second for changes of hooks, keys and settings, and calls `changed` after one, so that the
 * process drops its caches. Keeps the last state while Postgres is unavailable. `first` are the settings that
 * this process was started with, which apply where none is stored.
 */
export async function watchSettings(
  db: Db,
  changed: () => void,
  first: Partial<Settings> = {},
): Promise<SettingsWatch> {
  let { version, settings } = await patiently(async () => ({
    version: await readVersion(db), // first, so that the next poll finds a change in between
    settings: await readSettings(db, first),
  }))
  let confirmedAt = performance.now()

  const look = async () => {
    const now = await readVersion(db)
    if (now !== version) {
      settings = await readSettings(db, first)
      version = now
      changed()
    }
    confirmedAt = performance.now()
  }

  let looking = false // one at a time, so that polls do not pile up while Postgres hangs
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch(() => {}) // ageMs reports how long Postgres has been unreachable
      .finally(() => {
        looking = false
      })
  }, everyMs)
  timer.unref()

  return {
    settings: () => settings,
    ageMs: () => performance.now() - confirmedAt,
    look,
    close: async () => {
      clearInterval(timer) // a running poll ends by itself, late if Postgres hangs
    },
  }
}

/** Retries while Postgres is unavailable. @throws the last error after that */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = performance.now() + firstLookWithinMs; ; await delay(againAfterMs)) {
    try {
      return await ask()
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error
    }
  }
}
