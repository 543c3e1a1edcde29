import { type ComponentType, lazy } from 'react'
import { api } from './api.js'
import { noteSilence } from './server-status.js'

const firstWaitMs = 500
const longestWaitMs = 10_000

const waiting = new Set<() => void>()

/** Tries again at once to load what is missing. */
export function loadNow(): void {
  for (const stop of waiting) stop()
}

/** Waits, at most until the next `loadNow`. */
function pause(ms: number): Promise<void> {
  return new Promise(resolve => {
    const stop = () => {
      clearTimeout(timer)
      waiting.delete(stop)
      resolve()
    }
    const timer = setTimeout(stop, ms)
    waiting.add(stop)
  })
}

/** Resolves when the server responds. */
async function untilServerResponds(): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    await pause(Math.min(firstWaitMs * 2 ** attempt, longestWaitMs))
    const isThere = await api.ping().then(
      () => true,
      () => false,
    )
    if (isThere) return
  }
}

/**
 * Loads a part of the console's code. While the server is down, it keeps trying. If the server is there but the code is not,
 * reloads the page once: a newer version has other files, and some browsers remember that a file could not be loaded.
 */
export async function untilLoaded<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load()
  } catch {
    noteSilence()
    await untilServerResponds()
  }
  try {
    const module = await load()
    sessionStorage.removeItem(reloaded)
    return module
  } catch (error) {
    if (sessionStorage.getItem(reloaded)) throw error
    sessionStorage.setItem(reloaded, 'yes')
    location.reload()
    return new Promise<never>(() => {})
  }
}

const reloaded = 'reloaded-for-missing-code'

/**
 * A component whose code is loaded when it is first rendered. While the server is down, it keeps trying. A plain `lazy` would
 * throw, which replaces the whole page with an error.
 */
export function lazyPart<Name extends string, Props>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) {
  return lazy(async () => ({ default: (await untilLoaded(load))[name] }))
}
