import { noPayload, type Payload, type PayloadRefusal, parsePayload } from '@posthorn/core'
import type { Delivery } from '@posthorn/queue'
import { Unprocessable } from './payload-fault.js'

export type Readable = { delivery: Delivery; payload: Payload }
export type Unreadable = { delivery: Delivery; reason: PayloadRefusal; detail: string }

/** Parses the payloads. The ingress parsed them too, so one is unreadable only if a rule has changed since. */
export function decode(deliveries: Delivery[]): { readable: Readable[]; unreadable: Unreadable[] } {
  const readable: Readable[] = []
  const unreadable: Unreadable[] = []
  for (const delivery of deliveries) {
    if (delivery.change?.kind === 'delete') {
      readable.push({ delivery, payload: noPayload() })
      continue
    }
    const reading = readingOf(delivery)
    if (reading.outcome === 'read') readable.push({ delivery, payload: reading.payload })
    else unreadable.push({ delivery, reason: reading.outcome, detail: reading.detail })
  }
  return { readable, unreadable }
}

function readingOf(delivery: Delivery) {
  try {
    return parsePayload(delivery.payload)
  } catch (error) {
    throw new Unprocessable(delivery, error)
  }
}
