import { hash } from 'node:crypto'
import { cleanFileName } from '@posthorn/core'
import type { Redis } from 'ioredis'
import { z } from 'zod'
import { isMemoryFull } from '../backlog/memory.js'
import { type Away, unlessAway } from '../connection/unless-away.js'
import { openLimiter } from '../limits/limits.js'
import type { Admission } from '../limits/window.js'
import { defaultPrefix } from '../names.js'

/** How long a ticket works. */
const ticketSeconds = 3600

/** Tickets per hour: of a hook, or a user who asks for themselves, and of an owner with all hooks and bots. */
const maxTicketsPerHour = { uploader: 5000, owner: 10_000 }

/** What all tickets of an hour may take in Redis. */
const maxTicketBytesPerHour = 128 * 1024 ** 2
/** Of the key and Redis's own records, besides the ticket. */
const overheadBytes = 250

/**
 * The permission to upload one file. `hookId`: empty if a user asked for it. `ownerId`: who answers for them. `bytes`: the exact
 * length of the file. `isForm`: instead, permits the ingress to store the files of a form once.
 */
const UploadTicket = z.object({
  fileId: z.string(),
  name: z.string(),
  bytes: z.number(),
  userId: z.string(),
  hookId: z.string(),
  ownerId: z.string(),
  teamId: z.string(),
  isForm: z.boolean().optional(),
})
export type UploadTicket = z.infer<typeof UploadTicket>

/** `used`: the file is stored already. `unknown`: no such ticket, an expired one, or one whose upload is in progress. */
type TakenTicket = { outcome: 'taken' | 'used'; ticket: UploadTicket } | { outcome: 'unknown' } | Away

/** Tickets in Redis, by the digests of their secrets. */
export type UploadTickets = {
  /**
   * Stores a ticket for an hour, with a clean name. Returns the standing of an uploader or an owner who got all tickets of this hour.
   * `away`: Redis does not answer, or has no room.
   */
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
  const set = (secret: string, text: string) =>
    unlessAway(redis, async () => {
      await redis.set(keyOf(secret), text, 'EX', ticketSeconds)
      return 'issued' as const
    })
  const admit = ticketLimits(redis, prefix)
  return {
    issue: async (secret, ticket) => {
      const text = JSON.stringify({ ...ticket, name: cleanFileName(ticket.name) })
      const admitted = await admit(ticket, Buffer.byteLength(text) + overheadBytes)
      if (admitted !== 'admitted') return admitted
      return (await set(secret, text)) === 'issued' ? 'issued' : 'away'
    },
    take: secret => unlessAway(redis, () => take(redis, keyOf(secret))),
    putBack: async (secret, ticket) => void (await set(secret, JSON.stringify(ticket))),
    useUp: async (secret, ticket) => void (await set(secret, usedMark + JSON.stringify(ticket))),
  }
}

/** Counts a ticket for its uploader and its owner, and its bytes for all. Without Redis, nobody gets tickets. */
function ticketLimits(redis: Redis, prefix: string) {
  const limit = (name: string, points: number) =>
    openLimiter(redis, name, { points, seconds: ticketSeconds }, prefix)
  const uploaders = limit('tickets', maxTicketsPerHour.uploader)
  const owners = limit('tickets-owner', maxTicketsPerHour.owner)
  const total = limit('ticket-bytes', maxTicketBytesPerHour)
  return async (ticket: UploadTicket, bytes: number): Promise<'admitted' | 'away' | Admission> => {
    const { userId, hookId, ownerId } = ticket
    if (await isMemoryFull(redis)) return 'away'
    const [uploader, owner] = await Promise.all([uploaders(hookId || userId), owners(ownerId)])
    if (!uploader || !owner) return 'away'
    if (!uploader.admitted) return uploader
    if (!owner.admitted) return owner
    return (await total('all', bytes))?.admitted ? 'admitted' : 'away'
  }
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
