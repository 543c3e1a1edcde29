import type { PayloadRefusal } from '../values/notes.js'
import type { Attachment } from './attachment.js'

/**
 * What a sender wrote, as far as it has an effect (docs/behaviour.md, payload). What is absent is empty.
 * No string in it holds NUL, which Postgres refuses, or half a surrogate pair.
 */
export type Payload = {
  /** With what its Block Kit says. */
  text: string
  username: string
  iconUrl: string
  channel: string
  type: string
  /** The sender's `props`, without those that only the service may set. */
  props: Record<string, unknown>
  attachments: Attachment[]
  /** Names of what was read and has no effect, such as `icon_emoji` or `attachments[0].mrkdwn_in`; see `ignoredIn`. */
  ignored: string[]
}

/** What the sender's bytes say. `json` is the payload as text, after form decoding, BOM and repair: it reads the same again. */
export type PayloadReading =
  | { outcome: 'read'; json: string; payload: Payload }
  | { outcome: PayloadRefusal; detail: string }
