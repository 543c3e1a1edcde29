import { useDeferredValue, useEffect, useState } from 'react'

/** Waits until the user pauses typing. */
const pauseMs = 300

/** Returns a value once it has been stable for a moment. Objects are compared by their JSON. */
export function useSettled<Value>(value: Value): Value {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text])
  const deferred = useDeferredValue(settled)
  return JSON.parse(deferred) as Value
}
