import { hash } from 'node:crypto'
import type { OpenHook } from '@posthorn/db'
import { LRUCache } from 'lru-cache'

/** What a key opens; `unavailable`: it is not known here and Postgres does not answer. */
export type Found = OpenHook['hook'] | 'unknown' | 'unavailable'

/** Asks Postgres for many keys at once, by digest in hex. Rejects when it does not answer. */
export type LoadHooks = (digests: string[]) => Promise<Map<string, OpenHook>>

const maxHooks = 50_000
/** A small one of their own, so that guessing keys does not drive the known hooks out. */
const maxUnknown = 5_000

export type HookCache = {
  /** At once when the key is cached, else after one query shared by all who ask meanwhile. */
  find: (key: string) => Found | Promise<Found>
  forget: () => void
}

/**
 * Hooks by the digest of their key. Whoever holds this calls `forget` when hooks changed; `trusted` says whether what
 * is cached may still be used.
 */
export function hookCache(
  load: LoadHooks,
  trusted: () => boolean,
  nowMs: () => number = Date.now,
): HookCache {
  const known = new LRUCache<string, OpenHook>({ max: maxHooks })
  const unknown = new LRUCache<string, true>({ max: maxUnknown })
  const loading = new Map<string, Promise<Found>>()
  const ask = inOneQuestion(load)
  let generation = 0

  const answer = (found: OpenHook | undefined): Found => {
    if (!found || (found.expiresAt > 0 && found.expiresAt <= nowMs())) return 'unknown'
    return found.hook
  }

  const fetch = async (digest: string): Promise<Found> => {
    const askedIn = generation
    try {
      const found = (await ask(digest)).get(digest)
      // What was read before a change was noticed must not outlive it.
      if (askedIn === generation) found ? known.set(digest, found) : unknown.set(digest, true)
      return answer(found)
    } catch {
      return 'unavailable' // the query's error is Postgres's absence, which readyz and the log tell
    } finally {
      loading.delete(digest)
    }
  }

  return {
    find: key => {
      const digest = hash('sha256', key, 'hex')
      if (trusted()) {
        const found = known.get(digest)
        if (found) return answer(found)
        if (unknown.has(digest)) return 'unknown'
      }
      const pending = loading.get(digest) ?? fetch(digest)
      loading.set(digest, pending)
      return pending
    },
    forget: () => {
      generation++
      known.clear()
      unknown.clear()
    },
  }
}

/** Keys asked for in one turn of the event loop go to Postgres together. */
function inOneQuestion(load: LoadHooks): (digest: string) => Promise<Map<string, OpenHook>> {
  let asked: { digests: string[]; answer: Promise<Map<string, OpenHook>> } | undefined
  return digest => {
    if (!asked) {
      const digests: string[] = []
      const answer = new Promise(setImmediate).then(() => {
        asked = undefined
        return load(digests)
      })
      asked = { digests, answer }
    }
    asked.digests.push(digest)
    return asked.answer
  }
}
