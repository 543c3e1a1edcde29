import { hash } from 'node:crypto'
import type { OpenHook } from '@posthorn/db'
import { perTurn } from '@posthorn/queue'
import { LRUCache } from 'lru-cache'

/** The hook of a key. `unavailable`: it is not cached and Postgres does not respond. */
export type Found = OpenHook['hook'] | 'unknown' | 'unavailable'

/** Looks up many keys at once in Postgres, by digest in hex. Rejects if Postgres does not respond. */
export type LoadHooks = (digests: string[]) => Promise<Map<string, OpenHook>>

const maxHooks = 50_000
/** Unknown keys have a small cache of their own, so that guesses do not evict hooks. */
const maxUnknown = 5_000

export type HookCache = {
  /** Returns immediately if the key is cached. Otherwise, all callers share one query. */
  find: (key: string) => Found | Promise<Found>
  /** Drops a hook that has changed, or all, and all unknown keys. */
  forget: (hookId?: string) => void
}

/**
 * Caches hooks by the digest of their key. Cached hooks are used only while `trusted` returns true. A generation ends when hooks
 * have changed.
 */
export function hookCache(load: LoadHooks, trusted: () => boolean, nowMs = Date.now): HookCache {
  const known = new LRUCache<string, OpenHook & { readIn: number }>({ max: maxHooks })
  const changedIn = new Map<string, number>()
  const unknown = new LRUCache<string, true>({ max: maxUnknown })
  const loading = new Map<string, Promise<Found>>()
  const ask = inOneQuery(load)
  let generation = 0

  const answer = (found: OpenHook | undefined): Found => {
    if (!found || (found.expiresAt > 0 && found.expiresAt <= nowMs())) return 'unknown'
    return found.hook
  }

  const fetch = async (digest: string): Promise<Found> => {
    const readIn = generation
    try {
      const found = await ask(digest)
      // do not cache a result of an earlier generation
      if (readIn === generation) found ? known.set(digest, { ...found, readIn }) : unknown.set(digest, true)
      return answer(found)
    } catch {
      return 'unavailable' // /readyz and the log report why Postgres does not respond
    } finally {
      if (readIn === generation) loading.delete(digest)
    }
  }

  return {
    find: key => {
      const digest = hash('sha256', key, 'hex')
      if (trusted()) {
        const found = known.get(digest)
        if (found && found.readIn >= (changedIn.get(found.hook.id) ?? 0)) return answer(found)
        if (unknown.has(digest)) return 'unknown'
      }
      const pending = loading.get(digest) ?? fetch(digest)
      loading.set(digest, pending)
      return pending
    },
    forget: hookId => {
      generation++
      unknown.clear()
      loading.clear()
      if (hookId !== undefined) return void changedIn.set(hookId, generation)
      known.clear()
      changedIn.clear()
    },
  }
}

/** Looks up all keys of one turn of the event loop in one query. */
const inOneQuery = (load: LoadHooks) =>
  perTurn(async (digests: string[]) => {
    const found = await load(digests)
    return digests.map(digest => found.get(digest))
  })
