import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addressKey } from './address-key.js'
import { type RateLimitStatus, setRateLimitHeaders, tooManyRequests } from './too-many-requests.js'

type Standing = RateLimitStatus & { admitted: boolean }
type Limit = (key: string, cost?: number) => Standing | undefined | Promise<Standing | undefined>

/** Limits the calls of unknown callers by their addresses. */
export type Strangers = {
  /** Counts one more call of an address. Undefined without a limit, or if Redis does not answer: such a call is admitted. */
  count: (address: string) => Promise<Standing | undefined>
  /** Takes one call back, because its body named a known caller. */
  forgive: (address: string) => Promise<void>
}

/** @param limit counts calls by key @param countLimited reports rejected calls to administrators */
export function openStrangers(limit: Limit, countLimited: (kind: 'address', key: string) => void): Strangers {
  return {
    count: async address => {
      const key = addressKey(address)
      const standing = await limit(key)
      if (standing?.admitted === false) countLimited('address', key)
      return standing
    },
    forgive: async address => void (await limit(addressKey(address), -1)),
  }
}

const counted = new WeakSet<FastifyRequest>()

/** Marks a call that its route has counted for its caller. It does not count against its address as well. */
export function markCounted(request: FastifyRequest): void {
  counted.add(request)
}

/**
 * Counts each call that no `onRequest` hook has counted or answered against its address, before its body is read and its handler
 * runs. A new route is therefore limited, whether or not it knows its callers.
 */
export function countStrangers(app: FastifyInstance, strangers: Strangers): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (counted.has(request)) return done(null, payload)
    const judge = (standing: Standing | undefined) => {
      if (standing?.admitted === false) return void tooManyRequests(reply, standing)
      if (standing) setRateLimitHeaders(reply, standing)
      done(null, payload)
    }
    strangers.count(request.ip).then(judge).catch(done)
  })
}
