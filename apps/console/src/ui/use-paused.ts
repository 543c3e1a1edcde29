import { useEffect, useState } from 'react'

/** Waits until the user pauses typing. */
const pauseMs = 200

/** Returns a text as it was when the user last paused typing. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  return paused
}
