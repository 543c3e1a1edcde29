import { type PayloadReading, parsePayload, withQueryKeys } from '@posthorn/core'
import type { Adapter, SenderHeaders } from './adapter.js'
import { adapters } from './index.js'
import type { Native } from './native.js'

/** A body that is not of the adapter's sender. */
type Foreign = {
  adapter: Adapter
  /** What every body of this sender has, and this one does not, if that is known. */
  missing: string | undefined
  json: string
  body: Native
  /** All known headers of the request, which may name its sender. */
  headers: SenderHeaders
  query: string
}

/** Returns another adapter whose sender surely wrote this body, unless it may be from the adapter's own. */
export function otherSender(adapter: Adapter, headers: SenderHeaders, body: Native): Adapter | undefined {
  if (adapter.matches(headers, body)) return undefined
  return adapters.find(each => each.matches(headers, body) && each.lacks(headers, body) === undefined)
}

/**
 * Reads a body that is not of the adapter's sender. A payload with a text is posted as one, unless another sender surely wrote it.
 * Otherwise says what is missing, and which adapter reads it.
 */
export function readForeign({ adapter, missing, json, body, headers, query }: Foreign): PayloadReading {
  const other = otherSender(adapter, headers, body)
  if (!other) {
    const reading = parsePayload(withQueryKeys(json, query))
    if (reading.outcome === 'read') return reading
  }
  const found = other
    ? `${other.title} seems to have sent it. Send it to /hooks/<key>/${other.name} instead.`
    : 'Check that the sender and the URL belong together.'
  return {
    outcome: 'unreadable',
    detail: missing ? `${adapter.title} always sends ${missing}, which this call lacks. ${found}` : found,
  }
}
