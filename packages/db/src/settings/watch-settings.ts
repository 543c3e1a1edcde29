import { setTimeout as delay } from 'node:timers/promises'
import { isTransient } from '../connection/errors.js'
import type { Db } from '../connection/open.js'
import { readSettings, readVersion, type Settings } from './settings.js'

/** With what a look takes, a change counts everywhere within a second. */
const everyMs = 900

/** A Postgres that leaves while a process starts is waited for as long as one that was not there yet. */
const firstLookWithinMs = 60_000
const againAfterMs = 200

/** The settings as they were at the last look, and how old that look is. */
export type SettingsWatch = {
  settings: () => Settings
  /** Milliseconds since Postgres last confirmed what is cached. */
  ageMs: () => number
  /** Looks now: for whoever has just changed something. */
  look: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Look about once a second whether hooks, keys or settings were changed, and call `changed` when they were: whatever the
 * process keeps of them has to go. While Postgres is away what is known stays. `first` are the settings that this
 * process was started with, which count where none is stored.
 */
export async function watchSettings(
  db: Db,
  changed: () => void,
  first: Partial<Settings> = {},
): Promise<SettingsWatch> {
  let { version, settings } = await patiently(async () => ({
    version: await readVersion(db), // first: a change in between is found by the next look
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

  let looking = false // one at a time: a silent Postgres must not gather a queue of them
  const timer = setInterval(() => {
    if (looking) return
    looking = true
    look()
      .catch(() => {}) // ageMs says how long Postgres has been silent
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
      clearInterval(timer) // a look under way ends by itself, late when Postgres is silent
    },
  }
}

/** Asks again while Postgres is away. @throws its trouble when that lasts */
async function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const deadline = performance.now() + firstLookWithinMs; ; await delay(againAfterMs)) {
    try {
      return await ask()
    } catch (error) {
      if (!isTransient(error) || performance.now() > deadline) throw error
    }
  }
}
