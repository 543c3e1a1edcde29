import { type Admission, admission } from './window.js'

type Full = { points: number; rate: string; endsAt: number }

/** Windows that are known to be full, until they end or the rate changes. */
export function openFullWindows(nowMs: () => number = () => performance.now()) {
  const windows = new Map<string, Full>()
  return {
    add: (key: string, { points, rate, endsInMs }: { points: number; rate: string; endsInMs: number }) => {
      const now = nowMs()
      for (const [other, { endsAt }] of windows) {
        if (endsAt > now) break // ended windows after it are deleted later
        windows.delete(other)
      }
      windows.delete(key) // it goes to the end
      windows.set(key, { points, rate, endsAt: now + endsInMs })
    },
    /** Forgets that a window is full. */
    remove: (key: string): undefined => void windows.delete(key),
    find: (key: string, rate: string): Admission | undefined => {
      const window = windows.get(key)
      if (window === undefined) return undefined
      const endsInMs = window.endsAt - nowMs()
      if (endsInMs > 0 && window.rate === rate) return admission(window.points, -1, endsInMs)
      windows.delete(key)
      return undefined
    },
  }
}
