import type { ReactNode } from 'react'
import type { Trouble } from '../api.js'

/** The states before there is a list to show. The empty one is the screen's own: it says what to do next. */
export function Loading({ what }: { what: string }) {
  return (
    <p className="state loading" role="status">
      Loading {what} …
    </p>
  )
}

export function Failure({ trouble, children }: { trouble: Trouble; children: ReactNode }) {
  return (
    <div className="state" role="alert">
      <p>{trouble.message}</p>
      {children}
    </div>
  )
}

/** Over a list that could not be refreshed: it may be old, and is better than nothing. */
export function Stale({ trouble }: { trouble: Trouble | undefined }) {
  if (!trouble) return null
  return (
    <p className="stale" role="status">
      {trouble.message} What you see may be old; trying again …
    </p>
  )
}
