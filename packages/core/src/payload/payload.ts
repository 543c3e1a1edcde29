import type { Attachment } from './attachment.js'

/**
 * What a sender wrote, as far as it has an effect (docs/behaviour.md, payload). What is absent is empty.
 * No string in it holds NUL, which Postgres refuses, or half a surrogate pair.
 */
export type Payload = {
  text: string
  username: string
  iconUrl: string
  channel: string
  type: string
  /** The sender's `props`, without those that only the service may set. */
  props: Record<string, unknown>
  attachments: Attachment[]
  /** Names of what was read and has no effect, such as `blocks` or `attachments[0].mrkdwn_in`; see `ignoredIn`. */
  ignored: string[]
}

/** Why a payload is not taken. Statuses and error ids live with the routes. */
export type PayloadRefusal =
  | 'unreadable' // not JSON, not an object, or a wrong type somewhere
  | 'no_text' // neither text nor an attachment with something in it
  | 'too_many_attachments'
  | 'too_many_fields' // in one attachment
  | 'bad_type' // `system_…`, or no type that a hook may set
  | 'props_too_long' // props, or one attachment, that no shortening of texts makes fit (docs/behaviour.md, payload)
  | 'too_many_posts'

/** What the sender's bytes say. `json` is the payload as text, after form decoding, BOM and repair: it reads the same again. */
export type Reading =
  | { ok: true; json: string; payload: Payload }
  | { ok: false; refusal: PayloadRefusal; detail: string }
