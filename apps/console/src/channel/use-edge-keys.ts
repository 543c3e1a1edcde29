import type { KeyboardEvent } from 'react'

/** Home and End of a list of rows that are measured as they come: the browser's own way there would be disturbed by that. */
export function useEdgeKeys(toStart: () => void, toEnd: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'End' && event.key !== 'Home') return
    event.preventDefault()
    if (event.key === 'End') toEnd()
    else toStart()
  }
}
