import type { PayloadRefusal } from '../values/notes.js'
import type { Attachment } from './attachment.js'

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
  /** Names without effect, such as `icon_emoji` or `attachments[0].mrkdwn_in`; see `ignoredIn`. */
  ignored: string[]
}

/** The result of reading a sender's bytes. `json` is the payload after form decoding and repair, without byte order mark. It reads the same again. */
export type PayloadReading =
  | { outcome: 'read'; json: string; payload: Payload }
  | { outcome: PayloadRefusal; detail: string }
