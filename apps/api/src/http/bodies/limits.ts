import { discardRest } from '@posthorn/server'
import type { ApiServer } from '../../deps.js'

/** What the body of a call may have that anybody may make, with a session or without. */
export const openBodyBytes = 16 * 1024

/** What it may have where a session is asked for, unless the call says more. */
export const userBodyBytes = 64 * 1024

/** Bodies of the calls registered on `app` after this may have at least so many bytes; more are refused unread, with 413. */
export function limitBodies(app: ApiServer, leastBytes: number): void {
  app.addHook('onRoute', route => {
    route.bodyLimit = Math.max(route.bodyLimit ?? 0, leastBytes)
  })
}

/** Who is answered before the body has come whole need not send the rest: it would be read for nothing. */
export function leaveRestUnread(app: ApiServer): void {
  app.addHook('onSend', async (_request, reply) => discardRest(reply))
}
