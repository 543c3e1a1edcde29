import { inflateRawSync } from 'node:zlib'
import { idLength } from '@posthorn/core'
import { z } from 'zod'
import { Delivery, type NewDelivery } from './delivery.js'

/** The history of a batch of one, as far as it may have been its own fault. */
export type RunCounts = {
  /** Runs that began since its process was first found dead. */
  started: number
  /** Runs that threw. */
  threw: number
}

/** The contents of a BullMQ job. */
export type Batch = { deliveries: Delivery[] } & RunCounts

/** What a payload means, if it is not simply to be posted. */
type Meaning = Pick<Delivery, 'change' | 'format'>

/**
 * `hook`, `answerTo`, `sentBy` and `restrictedTo` are indexes into `names`. A worker of an earlier version cannot read a
 * row with a meaning, so it leaves the batch to a worker that knows it.
 */
type Row = [
  id: string,
  requestId: string,
  payload: string | (Meaning & { payload: string }),
  hook: number,
  answerTo?: number | null,
  origin?: Origin,
]

/**
 * The id of the replayed delivery, or an object with more. A worker of an earlier version cannot read an
 * object here, so it leaves the batch to a worker that knows restrictions.
 */
type Origin = string | { replayOf?: string | undefined; sentBy?: number; restrictedTo?: number }

/**
 * A batch on the wire. Many wait in Redis's memory, for hours when Postgres is away, so repeated values are
 * written once. Jobs outlive deploys: a new field is optional until the queue has drained.
 */
export type Packed = {
  names: string[]
  rows: Row[]
  senders?: Senders | undefined
  callers?: Callers | undefined
  owners?: Owners | undefined
} & Partial<RunCounts>

/**
 * The index of each row's sender into `names`, or null. Next to the rows, where workers of an earlier version ignore it. Absent
 * if no row has one.
 */
type Senders = (number | null)[]

/** The owner of each hook, both as indexes into `names`, also next to the rows. Absent if none is known. */
type Owners = Record<number, number>

/** Each row's `caller`, or null, also next to the rows. They differ from row to row. Absent if no row has one. */
type Callers = (string | null)[]

/**
 * Property: `unpack(pack(deliveries))` returns these deliveries, unless an id has 8 characters, as `fromShort` reads them. A hook
 * that changed hands within the batch counts for its first owner.
 */
export function pack(deliveries: NewDelivery[], counts?: RunCounts): Packed {
  const names: string[] = []
  const placeOf = placesIn(names)
  const [shortId, shortRequestId] = [toShort(), toShort()]
  const senders: Senders = []
  let isSent = false
  let callers: Callers | undefined
  let owners: Owners | undefined
  const rows = deliveries.map((delivery, index) => {
    const { id, requestId, payload, hookId, answerTo } = delivery
    const { change, format } = delivery
    const cell = change || format ? { change, format, payload } : payload
    const hook = placeOf(hookId)
    if (delivery.ownerId !== undefined) {
      owners ??= {}
      owners[hook] ??= placeOf(delivery.ownerId)
    }
    const row: Row = [shortId(id), shortRequestId(requestId), cell, hook]
    if (answerTo !== undefined) row.push(placeOf(answerTo))
    const { sender, caller } = delivery
    if (sender !== undefined) isSent = true
    senders.push(sender === undefined ? null : placeOf(sender))
    if (caller !== undefined) {
      callers ??= deliveries.map(() => null)
      callers[index] = caller
    }
    const origin = originOf(delivery, placeOf)
    if (origin !== undefined) row.push(...(answerTo === undefined ? [null] : []), origin)
    return row
  })
  return { names, rows, senders: isSent ? senders : undefined, callers, owners, ...counts } // (docs/decisions/071)
}

function originOf(
  { replayOf, sentBy, restrictedTo }: NewDelivery,
  placeOf: (name: string) => number,
): Origin | undefined {
  if (sentBy === undefined && restrictedTo === undefined) return replayOf
  return {
    replayOf,
    ...(sentBy !== undefined && { sentBy: placeOf(sentBy) }),
    ...(restrictedTo !== undefined && { restrictedTo: placeOf(restrictedTo) }),
  }
}

/** Returns a function that gives a name's index in `names`, and adds new names. */
function placesIn(names: string[]): (name: string) => number {
  const places = new Map<string, number>()
  return name => {
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, names.length)
    return names.push(name) - 1
  }
}

const counts = { started: z.number().default(0), threw: z.number().default(0) }

const Outline = z.object({
  names: z.array(z.string()),
  rows: z.array(z.custom<unknown[]>(Array.isArray)), // each cell is checked below, which costs less
  senders: z.array(z.number().nullable()).optional(),
  callers: z.array(z.string().nullable()).optional(),
  owners: z.record(z.string(), z.number()).optional(),
  ...counts,
})

/**
 * Reads the output of `pack`, or a list of outputs: batches that version 0.1.0 joined in the queue.
 * @throws if these are not deliveries
 */
export function unpack(data: unknown): Batch {
  if (Array.isArray(data))
    return { deliveries: data.flatMap(batch => unpack(batch).deliveries), started: 0, threw: 0 }
  const { names, rows, senders, callers, owners, started, threw } = Outline.parse(data)
  const [wholeId, wholeRequestId] = [fromShort(), fromShort()]
  const deliveries = rows.map(([id, requestId, payload, hook, answerTo, origin], index) => {
    const isPlain = typeof payload === 'string' // as nearly always
    const delivery: Delivery = {
      id: wholeId(text(id)),
      hookId: text(names[Number(hook)]),
      requestId: wholeRequestId(text(requestId)),
      payload: isPlain ? payload : '',
    }
    if (!isPlain) Object.assign(delivery, contentIn(payload))
    if (typeof answerTo === 'number') delivery.answerTo = text(names[answerTo])
    const sender = senders?.[index]
    if (typeof sender === 'number') delivery.sender = text(names[sender])
    const owner = owners?.[Number(hook)]
    if (owner !== undefined) delivery.ownerId = text(names[owner])
    const caller = callers?.[index]
    if (typeof caller === 'string') delivery.caller = caller
    return origin === undefined ? delivery : Object.assign(delivery, originIn(origin, names))
  })
  return { deliveries, started, threw }
}

function originIn(origin: unknown, names: string[]): Pick<Delivery, 'replayOf' | 'sentBy' | 'restrictedTo'> {
  if (typeof origin !== 'object' || !origin) return { replayOf: text(origin) }
  const { replayOf, sentBy, restrictedTo } = origin as Record<string, unknown>
  return {
    ...(replayOf !== undefined && { replayOf: text(replayOf) }),
    ...(sentBy !== undefined && { sentBy: text(names[Number(sentBy)]) }),
    ...(restrictedTo !== undefined && { restrictedTo: text(names[Number(restrictedTo)]) }),
  }
}

function contentIn(cell: unknown): Pick<Delivery, 'payload'> & Meaning {
  if (typeof cell !== 'object' || !cell || !('payload' in cell)) return { payload: uncompressed(cell) }
  return { ...meaning.parse(cell), payload: uncompressed(cell.payload) }
}

const meaning = Delivery.pick({ change: true, format: true })

/** Version 0.1.0 compressed large payloads. */
function uncompressed(payload: unknown): string {
  if (typeof payload === 'object' && payload && 'compressed' in payload)
    return inflateRawSync(Buffer.from(text(payload.compressed), 'base64')).toString()
  return text(payload)
}

/** An id's time and the random part of that millisecond. The rest is a counter. */
const headLength = 18

/** Shortens ids of one maker in a row by leaving out a repeated head. Otherwise, 200 bytes would take over 400 in Redis. */
function toShort(): (id: string) => string {
  let head = ' '
  return id => {
    if (id.length !== idLength) return id
    if (id.startsWith(head)) return id.slice(headLength)
    head = id.slice(0, headLength)
    return id
  }
}

/** Restores ids that `toShort` shortened, in the same order. */
function fromShort(): (written: string) => string {
  let head = ''
  return written => {
    if (written.length === idLength - headLength) return head + written
    if (written.length === idLength) head = written.slice(0, headLength)
    return written
  }
}

function text(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('This job does not hold deliveries')
  return value
}
