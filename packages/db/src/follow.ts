import type { Db } from './open.js'
import { readSettings, readVersion, type Settings } from './settings.js'

/** With what a look takes, a change counts everywhere within a second. */
const everyMs = 900

/** The settings as they were at the last look, and how old that look is. */
export type Following = {
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
export async function followChanges(
  db: Db,
  changed: () => void,
  first: Partial<Settings> = {},
): Promise<Following> {
  let version = await readVersion(db)
  let settings = await readSettings(db, first)
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
