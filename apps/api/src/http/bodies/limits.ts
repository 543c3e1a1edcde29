import { discardRest } from '@posthorn/server'
import type { ApiServer } from '../../deps.js'

/** The body limit of calls that work without a session. */
export const openBodyBytes = 16 * 1024

/** The body limit of calls that need a session, unless the call has its own. */
export const userBodyBytes = 64 * 1024

/** Limits bodies of the calls that are registered on `app` after this. Larger ones get a 413 unread. */
export function limitBodies(app: ApiServer, leastBytes: number): void {
  app.addHook('onRoute', route => {
    route.bodyLimit = Math.max(route.bodyLimit ?? 0, leastBytes)
  })
}

/**
 * Closes the connection if the response is sent before the whole body has arrived, instead of reading the rest for
 * nothing.
 */
export function leaveRestUnread(app: ApiServer): void {
  app.addHook('onSend', async (_request, reply) => discardRest(reply))
}
