import { ApiError } from '@posthorn/contract'

/** Whether the session has ended, so that the user must log in again. */
export function isSessionOver(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401
}

/** Errors that persist until an administrator changes something. */
const switchedOff = 501

/** Whether a retry may succeed: no response, or one that says to retry. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status === switchedOff) return false
  return error.status === 0 || error.status === 429 || error.status >= 500
}

/** Returns the server's message, which says what to do. */
export function messageOf(error: unknown): { title: string; detail?: string } {
  if (!(error instanceof ApiError)) return { title: 'Something went wrong', detail: String(error) }
  if (error.status === 0) return { title: 'Posthorn does not respond', detail: 'This page keeps trying.' }
  return { title: error.message, ...(error.detailedError && { detail: error.detailedError }) }
}
