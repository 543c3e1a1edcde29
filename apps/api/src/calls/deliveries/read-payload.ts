import type { PayloadReading } from '@posthorn/core'
import { hookRefusals } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import type { TextRefused } from '../../texts/texts.js'

type Refusal = Exclude<PayloadReading, { outcome: 'read' }>

/** Reads a user's payload like the ingress does, within the same limits. */
export async function readForHook(
  { maxPayloadBytes, settings, texts }: ApiDeps,
  userId: string,
  payload: string,
): Promise<PayloadReading | { outcome: 'too_large'; detail: string } | TextRefused> {
  if (Buffer.byteLength(payload) > maxPayloadBytes) return { outcome: 'too_large', detail: '' }
  const { MaxPostsPerDelivery: maxPosts } = settings()
  return texts.run(userId, 'readPayload', { payload, maxPosts }, payload.length)
}

/** Returns the error that a sender of this payload would receive. */
export function refusalInWords({ outcome, detail }: Refusal): string {
  return [hookRefusals[outcome].message, detail].filter(text => text !== '').join(' ')
}
