import { type PayloadReading, parsePayload, tooManyPosts } from '@posthorn/core'
import { hookRefusals } from '@posthorn/server'

type Refusal = Exclude<PayloadReading, { outcome: 'read' }>

/** What a payload says, read as the ingress reads one; `maxPosts` is what a delivery may become by the settings. */
export function readForHook(payload: string, maxPosts: number): PayloadReading {
  const reading = parsePayload(payload)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  return tooMany === undefined ? reading : { outcome: 'too_many_posts', detail: tooMany }
}

/** What a sender of this payload would be told. */
export function refusalInWords({ outcome, detail }: Refusal): string {
  return [hookRefusals[outcome].message, detail].filter(text => text !== '').join(' ')
}
