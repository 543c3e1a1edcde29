import { estimatePosts, type PayloadReading, parsePayload, tooManyPosts } from '@posthorn/core'
import {
  lightArguments,
  payloadOfArguments,
  payloadOfFiles,
  readSlackArguments,
  type SlackArguments,
} from '@posthorn/formats'

/** The payload of the message that a call sends, and an estimate of its posts, or why there is none. */
export type Message =
  | { outcome: 'read'; json: string; posts: number }
  | Exclude<PayloadReading, { outcome: 'read' }>
  | { outcome: 'too_many_posts'; detail: string }

/** The arguments of a call, and its message. `ignored`: the names of arguments without effect. */
export type Arguments = {
  outcome: 'read'
  args: Record<string, unknown>
  message: Message
  ignored: string[]
}

export type UnreadArguments = {
  body: Uint8Array
  contentType: string | undefined
  query: string
  method: string
  /** How many posts a delivery may become. */
  maxPosts: number
}

/**
 * Reads a call's arguments and its message. Long lists are only in the message, because a thread would have to copy them value by
 * value.
 */
export function readArguments({
  body,
  contentType,
  query,
  method,
  maxPosts,
}: UnreadArguments): Arguments | Exclude<SlackArguments, { outcome: 'read' }> {
  const read = readSlackArguments(body, contentType, query)
  if (read.outcome !== 'read') return read
  const { args } = read
  const isOfFiles = method === 'files.completeUploadExternal'
  const { json, ignored } = isOfFiles ? payloadOfFiles(args) : payloadOfArguments(args)
  return { outcome: 'read', args: lightArguments(args), message: readMessage(json, maxPosts), ignored }
}

function readMessage(json: string, maxPosts: number): Message {
  const reading = parsePayload(json)
  if (reading.outcome !== 'read') return reading
  const detail = tooManyPosts(reading.payload, maxPosts)
  if (detail !== undefined) return { outcome: 'too_many_posts', detail }
  return { outcome: 'read', json: reading.json, posts: estimatePosts(reading.payload) }
}
