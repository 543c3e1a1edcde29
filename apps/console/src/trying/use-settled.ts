import { useDeferredValue, useEffect, useState } from 'react'

/** Who types on is not asked for yet. */
export const pauseMs = 300

/** A value once it has stayed the same for a moment. */
export function useSettled(value: string): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return useDeferredValue(settled)
}
