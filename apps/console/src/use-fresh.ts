import { useEffect, useState } from 'react'
import { type Answer, call, type Trouble } from './api.js'

/** What is known of a path: nothing yet, a value, trouble, or the last value and the trouble in getting a newer one. */
export type Fresh<T> = { value?: T | undefined; trouble?: Trouble | undefined }

const refreshMs = 2000

/** What the API has at `path`, asked again every 2 s while the tab is visible. Nothing is asked without a path. */
export function useFresh<T>(path: string | undefined): Fresh<T> {
  const [known, setKnown] = useState<Fresh<T> & { path?: string }>({})
  useEffect(() => {
    if (path === undefined) return
    const stop = new AbortController()
    keepAsking<T>(path, stop.signal, ({ value, trouble }) =>
      setKnown(before => ({
        path,
        trouble,
        value: value ?? (before.path === path ? before.value : undefined),
      })),
    )
    return () => stop.abort()
  }, [path])
  return known.path === path ? known : {}
}

async function keepAsking<T>(path: string, signal: AbortSignal, tell: (answer: Answer<T>) => void) {
  while (!signal.aborted) {
    const answer = await call<T>(path, { signal })
    if (signal.aborted) return
    tell(answer)
    await new Promise(resolve => setTimeout(resolve, refreshMs))
    await visible(signal)
  }
}

async function visible(signal: AbortSignal): Promise<void> {
  if (!document.hidden) return
  await new Promise(resolve => document.addEventListener('visibilitychange', resolve, { once: true, signal }))
}
