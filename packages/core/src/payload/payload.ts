import type { PayloadRefusal } from '../values/notes.js'
import type { Attachment } from './attachment.js'

/** The sender's own names for posts (docs/behaviour.md, keys). Empty if absent. */
export type SenderKeys = {
  /** Later deliveries with this key are replies. */
  thread: string
  /** Later deliveries with this key replace the post. */
  update: string
  /** Whether the keys are forgotten after this delivery. */
  close: boolean
  /** The post to reply to: its id, or its timestamp in Slack's API, which the worker looks up. */
  replyTo: string
}

export const noKeys: SenderKeys = { thread: '', update: '', close: false, replyTo: '' }

/**
 * The effective part of a sender's payload (docs/behaviour.md, payload). Missing values are empty. No string contains NUL,
 * which Postgres rejects, or half a surrogate pair.
 */
export type Payload = {
  /** Includes the text of its Block Kit. */
  text: string
  username: string
  iconUrl: string
  channel: string
  type: string
  /** The sender's `props`, without those reserved for the service. */
  props: Record<string, unknown>
  attachments: Attachment[]
  /** Files that the sender uploaded before. */
  fileIds: string[]
  keys: SenderKeys
  /** Names without effect, such as `icon_emoji` or `attachments[0].mrkdwn_in`; see `ignoredIn`. */
  ignored: string[]
}

/** The result of reading a sender's bytes. `json` is the payload after form decoding and repair, without byte order mark. It reads the same again. */
export type PayloadReading =
  | { outcome: 'read'; json: string; payload: Payload }
  | { outcome: PayloadRefusal; detail: string }

/** Returns a payload with nothing in it. */
export function noPayload(ignored: string[] = []): Payload {
  return {
    text: '',
    username: '',
    iconUrl: '',
    channel: '',
    type: '',
    props: {},
    attachments: [],
    fileIds: [],
    keys: noKeys,
    ignored,
  }
}

/** A delivery's target. Names are as written. The worker checks that they exist and accept posts. */
export type Target =
  | { kind: 'default' } // the hook's channel
  | { kind: 'user'; username: string } // the direct channel of the hook's creator and this user
  | { kind: 'channel'; name: string }

/** Reads `channel`. `@name` is a user. One leading `#` is ignored (docs/behaviour.md, targets). */
export function targetOf({ channel }: Payload): Target {
  if (channel === '') return { kind: 'default' }
  if (channel.startsWith('@')) return { kind: 'user', username: channel.slice(1) }
  return { kind: 'channel', name: channel.startsWith('#') ? channel.slice(1) : channel }
}
