import {
  lightArguments,
  payloadOfArguments,
  payloadOfFiles,
  readSlackArguments,
  type SlackArguments,
} from '@posthorn/formats'
import type { SlackMethod } from './slack/methods.js'

/** The arguments of a call of Slack's API, and the payload of the message that it sends. `ignored`: the names of arguments without effect. */
export type Arguments = { args: Record<string, unknown>; payload: { json: string; ignored: string[] } }

export type UnreadArguments = {
  body: Uint8Array
  contentType: string | undefined
  query: string
  method: SlackMethod
}

/** Reads a call's arguments. Long lists are only in the payload, because a thread would have to copy them value by value. */
export function readArguments({
  body,
  contentType,
  query,
  method,
}: UnreadArguments): ({ outcome: 'read' } & Arguments) | Exclude<SlackArguments, { outcome: 'read' }> {
  const read = readSlackArguments(body, contentType, query)
  if (read.outcome !== 'read') return read
  const { args } = read
  const payload = method === 'files.completeUploadExternal' ? payloadOfFiles(args) : payloadOfArguments(args)
  return { outcome: 'read', args: lightArguments(args), payload }
}
