import { noPayload, type Payload, type PayloadRefusal, parsePayload, readAdapted } from '@posthorn/core'
import type { Delivery } from '@posthorn/queue'
import { Unprocessable } from './payload-fault.js'

/** A delivery with its payload. `event`: what an adapter found in a sender's own JSON. */
export type Readable = { delivery: Delivery; payload: Payload; event?: string }
export type Unreadable = { delivery: Delivery; reason: PayloadRefusal; detail: string }
/** An event that becomes no post. */
export type SkippedEvent = { delivery: Delivery; event: string; detail: string; ignored: string[] }

export type Decoded = { readable: Readable[]; unreadable: Unreadable[]; skipped: SkippedEvent[] }

/** Parses the payloads. The ingress parsed them too, so one is unreadable only if a rule has changed since. */
export function decode(deliveries: Delivery[]): Decoded {
  const decoded: Decoded = { readable: [], unreadable: [], skipped: [] }
  for (const delivery of deliveries) {
    const reading = readingOf(delivery)
    if (reading.outcome === 'skipped') decoded.skipped.push({ delivery, ...reading })
    else if (reading.outcome === 'read') decoded.readable.push(readableOf(delivery, reading))
    else decoded.unreadable.push({ delivery, reason: reading.outcome, detail: reading.detail })
  }
  return decoded
}

/** Written field by field, because every delivery passes here. */
function readableOf(delivery: Delivery, { payload, event }: Reading & { outcome: 'read' }): Readable {
  return event === undefined ? { delivery, payload } : { delivery, payload, event }
}

type Reading =
  | { outcome: 'read'; payload: Payload; event?: string }
  | { outcome: PayloadRefusal; detail: string }
  | { outcome: 'skipped'; event: string; detail: string; ignored: string[] }

function readingOf(delivery: Delivery): Reading {
  if (delivery.change?.kind === 'delete') return { outcome: 'read', payload: noPayload() }
  try {
    return delivery.format ? readAdapted(delivery.payload, delivery.format) : parsePayload(delivery.payload)
  } catch (error) {
    throw new Unprocessable(delivery, error)
  }
}
