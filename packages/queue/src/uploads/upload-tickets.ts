import { hash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { type Away, unlessAway } from '../connection/unless-away.js'
import { type Admission, admission } from '../limits/admission.js'
import { defaultPrefix } from '../names.js'

/** How long a ticket works. */
export const ticketSeconds = 3600

/** Tickets per uploader and hour. Each takes up to 5 kB of Redis until it expires. */
export const maxTicketsPerHour = 5000
const hourMs = 3_600_000
/** A little more than the counted hour. */
const countedForSeconds = 7200

/**
 * The permission to upload one file. `hookId`: empty if a user asked for it. `bytes`: the exact length of the file. `isForm`: instead,
 * permits the ingress to store the files of a form once.
 */
const UploadTicket = z.object({
  fileId: z.string(),
  name: z.string(),
  bytes: z.number(),
  userId: z.string(),
  hookId: z.string(),
  teamId: z.string(),
  isForm: z.boolean().optional(),
})
export type UploadTicket = z.infer<typeof UploadTicket>

/** `used`: the file is stored already. `unknown`: no such ticket, an expired one, or one whose upload is in progress. */
export type TakenTicket = { outcome: 'taken' | 'used'; ticket: UploadTicket } | { outcome: 'unknown' } | Away

/** Tickets in Redis, by the digests of their secrets. */
export type UploadTickets = {
  /** Stores a ticket for an hour. Returns the standing of an uploader who got all tickets of this hour. */
  issue: (secret: string, ticket: UploadTicket) => Promise<'issued' | 'away' | Admission>
  /** Takes a ticket. Until it is put back or used up, no other upload can take it. */
  take: (secret: string) => Promise<TakenTicket>
  /** After an upload that failed, so that its client can try again. */
  putBack: (secret: string, ticket: UploadTicket) => Promise<void>
  /** After an upload that was stored, so that a repeated one has no effect. */
  useUp: (secret: string, ticket: UploadTicket) => Promise<void>
}

const usedMark = 'used '

/** @param redis a connection that fails fast */
export function openUploadTickets(redis: Redis, prefix = defaultPrefix): UploadTickets {
  const keyOf = (secret: string) => `${prefix}:upload:${hash('sha256', secret, 'base64url')}`
  const set = (secret: string, ticket: UploadTicket, mark = '') =>
    unlessAway(redis, async () => {
      await redis.set(keyOf(secret), mark + JSON.stringify(ticket), 'EX', ticketSeconds)
      return 'issued' as const
    })
  return {
    issue: async (secret, ticket) => {
      const nowMs = Date.now()
      const countKey = `${prefix}:upload-tickets:${ticket.hookId || ticket.userId}:${Math.floor(nowMs / hourMs)}`
      const made = await unlessAway(redis, async () => ({ count: await countOne(redis, countKey) }))
      if (!('count' in made)) return 'away'
      const left = maxTicketsPerHour - made.count
      if (left < 0) return admission(maxTicketsPerHour, left, hourMs - (nowMs % hourMs))
      return (await set(secret, ticket)) === 'issued' ? 'issued' : 'away'
    },
    take: secret => unlessAway(redis, () => take(redis, keyOf(secret))),
    putBack: async (secret, ticket) => void (await set(secret, ticket)),
    useUp: async (secret, ticket) => void (await set(secret, ticket, usedMark)),
  }
}

async function countOne(redis: Redis, key: string): Promise<number> {
  const count = await redis.incrby(key, 1)
  if (count === 1) await redis.expire(key, countedForSeconds)
  return count
}

async function take(redis: Redis, key: string): Promise<TakenTicket> {
  const text = await redis.getdel(key)
  if (text === null) return { outcome: 'unknown' }
  const isUsed = text.startsWith(usedMark)
  const ticket = UploadTicket.parse(JSON.parse(isUsed ? text.slice(usedMark.length) : text))
  if (!isUsed) return { outcome: 'taken', ticket }
  await redis.set(key, text, 'EX', ticketSeconds)
  return { outcome: 'used', ticket }
}
