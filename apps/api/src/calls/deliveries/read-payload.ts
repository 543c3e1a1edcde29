import { type PayloadReading, parsePayload, tooManyPosts } from '@posthorn/core'
import { hookRefusals } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'

type Refusal = Exclude<PayloadReading, { outcome: 'read' }>

/** What a payload says, read as the ingress reads one, within the same limits. */
export function readForHook(
  { maxPayloadBytes, settings }: ApiDeps,
  payload: string,
): PayloadReading | { outcome: 'too_large'; detail: string } {
  if (Buffer.byteLength(payload) > maxPayloadBytes) return { outcome: 'too_large', detail: '' }
  const reading = parsePayload(payload)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, settings().MaxPostsPerDelivery)
  return tooMany === undefined ? reading : { outcome: 'too_many_posts', detail: tooMany }
}

/** What a sender of this payload would be told. */
export function refusalInWords({ outcome, detail }: Refusal): string {
  return [hookRefusals[outcome].message, detail].filter(text => text !== '').join(' ')
}
