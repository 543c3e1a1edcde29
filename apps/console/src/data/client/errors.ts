import { ApiError } from '@posthorn/contract'

/** Whether the session is over: whoever sees the page has to log in again. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Until an administrator says otherwise. */
const switchedOff = 501

/** Whether nobody answered, or somebody who says to come again: what is asked again may work. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === switchedOff) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** What went wrong, in the server's words, which say what to do. */
export function messageOf(error: unknown): { title: string; detail?: string } {
  if (!(error instanceof ApiError)) return { title: 'This did not work', detail: String(error) }
  if (error.status === 0)
    return { title: 'Posthorn does not answer', detail: 'This page tries again by itself until it does.' }
  return { title: error.message, ...(error.detailedError && { detail: error.detailedError }) }
}
