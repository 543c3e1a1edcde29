import type { Db } from './open.js'
import { readSettings, readVersion, type Settings } from './settings.js'

const everyMs = 1000

/** The settings as they were at the last look, and how old that look is. */
export type Following = {
  settings: () => Settings
  /** Milliseconds since Postgres last confirmed what is cached. */
  ageMs: () => number
  close: () => Promise<void>
}

/**
 * Look once a second whether hooks, keys or settings were changed, and call `changed` when they were: whatever the
 * process keeps of them has to go. While Postgres is away what is known stays.
 */
export async function followChanges(db: Db, changed: () => void): Promise<Following> {
  let version = await readVersion(db)
  let settings = await readSettings(db)
  let confirmedAt = performance.now()

  const look = async () => {
    const now = await readVersion(db)
    if (now !== version) {
      settings = await readSettings(db)
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
    close: async () => {
      clearInterval(timer) // a look under way ends by itself, late when Postgres is silent
    },
  }
}
