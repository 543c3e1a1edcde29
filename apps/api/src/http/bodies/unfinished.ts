import { Transform } from 'node:stream'
import { addressKey, type BodyBudget, type BodyLimits, type BodyTrouble } from '@posthorn/server'
import type { ApiServer } from '../../deps.js'
import { payerOf, sessionOf } from '../callers/caller.js'

/** For one api process, including OAuth's calls. Bodies are short here. */
export const apiBodyLimits: BodyLimits = {
  inAllBytes: 32 * 1024 * 1024,
  perOwnerBytes: 8 * 1024 * 1024,
  patienceMs: 10_000,
  leastBytesPerSecond: 8 * 1024,
}

/** A body that is not read any further. */
export class UnfinishedBody extends Error {
  statusCode = 400
  constructor(readonly trouble: BodyTrouble) {
    super(trouble)
  }
}

/**
 * Bodies of calls registered on `app` after this share the bytes of `budget` while they arrive; each user or address
 * gets a part.
 */
export function boundBodies(app: ApiServer, budget: BodyBudget): void {
  app.addHook('preParsing', async (request, _reply, payload) => {
    const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
    const isRead = request.method !== 'GET' && request.method !== 'HEAD'
    if (!isRead || (length === '0' && encoding === undefined)) return payload
    const { call, isStreamed } = request.routeOptions.config
    const isHeld = !call?.parts && !isStreamed
    const session = sessionOf(request)
    const owner = session ? payerOf(session).key : addressKey(request.ip)
    const count = budget.begin(owner, () => counted.destroy(new UnfinishedBody('body_too_slow')))
    const counted = new Transform({
      transform: (piece: Buffer, _encoding, done) => {
        const trouble = count.take(piece.length, isHeld ? piece.length : 0)
        if (trouble) done(new UnfinishedBody(trouble))
        else done(null, piece)
      },
    })
    counted.once('close', count.end).on('error', () => {}) // the body's reader handles errors, if it has one yet
    payload.once('error', error => counted.destroy(error))
    return payload.pipe(counted)
  })
}
