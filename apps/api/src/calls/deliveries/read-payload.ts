import type { Format, PayloadReading } from '@posthorn/core'
import { hookRefusals } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import type { TextRefused } from '../../texts/texts.js'
import type { HookReading } from '../../texts/work.js'

type Refusal = Exclude<PayloadReading, { outcome: 'read' }>

/** Reads a user's payload like the ingress does, within the same limits. `format`: how an adapter reads it. */
export async function readForHook(
  { maxPayloadBytes, settings, texts }: ApiDeps,
  userId: string,
  payload: string,
  format?: Format,
): Promise<HookReading | { outcome: 'too_large'; detail: string } | TextRefused> {
  if (Buffer.byteLength(payload) > maxPayloadBytes) return { outcome: 'too_large', detail: '' }
  const { MaxPostsPerDelivery: maxPosts } = settings()
  return texts.run(userId, 'readPayload', { payload, maxPosts, format }, payload.length)
}

/** Returns the error that a sender of this payload would receive. */
export function refusalInWords({ outcome, detail }: Refusal): string {
  return [hookRefusals[outcome].message, detail].filter(text => text !== '').join(' ')
}

/** Returns the format for an adapter that a caller names, without headers. Undefined for an empty name. */
export function formatNamed(name = ''): Format | undefined {
  return name === '' ? undefined : { name, headers: {}, query: '' }
}
