import { setImmediate as nextTurn } from 'node:timers/promises'
import { type News, noPayload, type Payload, type PayloadRefusal, parsePayload } from '@posthorn/core'
import { faultOf } from '@posthorn/db'
import { type LackedField, readAdapted, type TemplatedReading, templateFormatName } from '@posthorn/formats'
import type { Delivery, Lane, Pause } from '@posthorn/queue'
import type { LackingDelivery } from './lost-fields.js'

/** A delivery with its payload. `event` and `news`: what an adapter found in a sender's own JSON. */
export type Readable = { delivery: Delivery; payload: Payload; event?: string; news?: News | undefined }
type Unreadable = { delivery: Delivery; reason: PayloadRefusal; detail: string }
/** An event that becomes no post. */
export type SkippedEvent = { delivery: Delivery; event: string; detail: string; ignored: string[] }

/** A delivery that its hook's template cannot turn into a post. */
export type FailedTemplate = { delivery: Delivery; detail: string }

type Decoded = {
  readable: Readable[]
  unreadable: Unreadable[]
  skipped: SkippedEvent[]
  failed: FailedTemplate[]
  lacking: LackingDelivery[]
}

/** Reads a delivery of a hook with a template. */
export type ReadTemplated = (delivery: Delivery) => TemplatedReading

/**
 * Parses the payloads, with pauses. The ingress parsed them too, so one is unreadable only if a rule has changed since.
 * Templates run only here.
 */
export async function decode(
  deliveries: Delivery[],
  pacing: Pacing,
  readTemplated?: ReadTemplated,
): Promise<Decoded> {
  const rest = openPacer(pacing)
  const decoded: Decoded = { readable: [], unreadable: [], skipped: [], failed: [], lacking: [] }
  for (const delivery of deliveries) {
    const reading = readingOf(delivery, readTemplated)
    if ('lacked' in reading && reading.lacked) decoded.lacking.push({ delivery, fields: reading.lacked })
    if (reading.outcome === 'skipped')
      decoded.skipped.push({
        delivery,
        event: reading.event,
        detail: reading.detail,
        ignored: reading.ignored,
      })
    else if (reading.outcome === 'read') decoded.readable.push(readableOf(delivery, reading))
    else if (reading.outcome === 'template_failed') decoded.failed.push({ delivery, detail: reading.detail })
    else decoded.unreadable.push({ delivery, reason: reading.outcome, detail: reading.detail })
    const due = rest()
    if (due) await due
  }
  return decoded
}

/** Written field by field, because every delivery passes here. */
function readableOf(delivery: Delivery, { payload, event, news }: Reading & { outcome: 'read' }): Readable {
  return event === undefined ? { delivery, payload } : { delivery, payload, event, news }
}

type Reading =
  | { outcome: 'read'; payload: Payload; event?: string; news?: News | undefined; lacked?: LackedField[] }
  | { outcome: PayloadRefusal; detail: string }
  | { outcome: 'skipped'; event: string; detail: string; ignored: string[]; lacked?: LackedField[] }
  | { outcome: 'template_failed'; detail: string }

function readingOf(delivery: Delivery, readTemplated?: ReadTemplated): Reading {
  if (delivery.change?.kind === 'delete') return deletion(delivery)
  const reading = ownReadingOf(delivery, readTemplated)
  return delivery.change && reading.outcome === 'read' ? editedBy(reading) : reading
}

/** A deletion has no payload. Only those by Slack's API have a format, which names the method. */
function deletion({ format }: Delivery): Reading {
  const event = format?.headers.method
  return { outcome: 'read', payload: noPayload(), ...(event !== undefined && { event }) }
}

/** An edit keeps the files of its post. One with files alone would only remove the text. */
function editedBy(reading: Reading & { outcome: 'read' }): Reading {
  const { text, attachments } = reading.payload
  if (text !== '' || attachments.length > 0) return reading
  return {
    outcome: 'no_text',
    detail: 'An edit keeps the files of its post. It needs a text or an attachment.',
  }
}

function ownReadingOf(delivery: Delivery, readTemplated?: ReadTemplated): Reading {
  try {
    const { format, payload } = delivery
    if (!format) return parsePayload(payload)
    const isTemplated = readTemplated && format.name === templateFormatName
    return isTemplated ? readTemplated(delivery) : readAdapted(payload, format)
  } catch (error) {
    throw new Unprocessable(delivery, error)
  }
}

/** Wraps an error that our own code throws while it reads or composes one delivery. */
export class Unprocessable extends Error {
  override readonly name = 'Unprocessable'

  constructor({ id }: Delivery, cause: unknown) {
    super(`The delivery ${id} cannot be composed`, { cause })
  }
}

/** Returns whether the payload itself prevents posting. Only these errors use up a delivery's tries. */
export function isPayloadFault(error: unknown): boolean {
  return error instanceof Unprocessable || faultOf(error) === 'payload'
}

/** How long work runs without a pause. Locks need renewing, and other hooks must not wait for a flood. */
const pauseEveryMs = { shared: 20, flood: 2 }

/** A lane, and the pause in which work in it yields to others. */
export type Pacing = { lane: Lane; pause?: Pause | undefined }

/** Returns what to call after each piece of work. It returns a pause to await if one is due. */
export function openPacer({ lane, pause = nextTurn }: Pacing): () => Promise<void> | undefined {
  let since = performance.now()
  const rest = async () => {
    await pause()
    since = performance.now()
  }
  return () => (performance.now() - since < pauseEveryMs[lane] ? undefined : rest())
}
