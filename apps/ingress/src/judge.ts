import {
  estimatePosts,
  type PayloadReading,
  parsePayload,
  readPayload,
  tooManyPosts,
  withQueryKeys,
} from '@posthorn/core'
import type { HookRefusal } from '@posthorn/server'

/** A call's body as received, and everything that its meaning depends on. */
export type UnreadCall = {
  body: Uint8Array
  contentType: string | undefined
  /** The URL's query, which may contain the payload of a form. */
  query: string
  /** How many posts a delivery may become. */
  maxPosts: number
}

export type JudgedCall = ReadCall | { outcome: HookRefusal; detail?: string }

/** `json`: the payload to store. `bytes` and `posts`: what it counts for in rate limits and bounds. */
export type ReadCall = { outcome: 'read'; json: string; bytes: number; posts: number }

/** Reads a body and checks its limits. Takes about 10 ms per MiB. */
export function judge({ body, contentType, query, maxPosts }: UnreadCall): JudgedCall {
  const reading = withKeys(readPayload(body, contentType, query), query)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  if (tooMany !== undefined) return { outcome: 'too_many_posts', detail: tooMany }
  return { outcome: 'read', json: reading.json, bytes: body.length, posts: estimatePosts(reading.payload) }
}

/** Adds the keys in the URL to the payload, so that history, replays and previews have one payload. */
function withKeys(reading: PayloadReading, query: string): PayloadReading {
  if (reading.outcome !== 'read') return reading
  const json = withQueryKeys(reading.json, query)
  return json === reading.json ? reading : parsePayload(json)
}
