import { type PayloadReading, parsePayload, withQueryKeys } from '@posthorn/core'
import type { Adapter, SenderHeaders } from './adapter.js'
import { adapters } from './index.js'
import type { Native } from './native.js'

/** A body that is not of the adapter's sender. */
type Foreign = {
  adapter: Adapter
  /** What every body of this sender has, and this one does not. */
  missing: string
  json: string
  body: Native
  /** All known headers of the request, which may name its sender. */
  headers: SenderHeaders
  query: string
}

/**
 * Reads a body that is not of the adapter's sender. A payload with a text is posted as one, unless another sender surely wrote it.
 * Otherwise says what is missing, and which adapter reads it.
 */
export function readForeign({ adapter, missing, json, body, headers, query }: Foreign): PayloadReading {
  const other = adapters.find(
    each => each !== adapter && each.matches(headers, body) && each.lacks?.(headers, body) === undefined,
  )
  if (!other) {
    const reading = parsePayload(withQueryKeys(json, query))
    if (reading.outcome === 'read') return reading
  }
  const found = other
    ? `${other.title} seems to have sent it. Send it to /hooks/<key>/${other.name} instead.`
    : 'Check that the sender and the URL belong together.'
  return {
    outcome: 'unreadable',
    detail: `${adapter.title} always sends ${missing}, which this body lacks. ${found}`,
  }
}
