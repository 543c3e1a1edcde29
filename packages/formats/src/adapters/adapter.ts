import type { Attachment, Standing } from '@posthorn/core'
import type { Native } from './native.js'

/** What a sender's event becomes. `text` is markdown. The keys are those of payloads (docs/behaviour.md, keys). */
export type Adapted = {
  /** The sender's name for the kind of event, for filters and the history: `push`, `alert.resolved`. */
  event: string
  text: string
  attachments?: Partial<Attachment>[]
  threadKey?: string
  updateKey?: string
  close?: boolean
  /** How bad the things stand that the event is about. An update in which something is worse is also a reply, or a new post. */
  standing?: Standing
  /** What the sender calls this delivery, if its body says so and no header does. */
  idempotencyKey?: string
  /** The author's name and picture, where the settings allow them. */
  username?: string
  iconUrl?: string
  /** Stored files that the post shows. */
  fileIds?: string[]
  /** What cannot be shown, for the hook's owner. */
  ignored?: string[]
}

/** An event that becomes no post, and why, for the hook's owner. `ignored`: what of it cannot be shown. */
export type Skipped = { event: string; skipped: string; ignored?: string[] }

/** The headers that adapters read, by their names in lowercase. */
export type SenderHeaders = Readonly<Record<string, string | undefined>>

/**
 * Converts the JSON that one sender writes (docs/adapters.md). Pure. Never throws, whatever the JSON holds, because it reads
 * values only through `Native`.
 */
export type Adapter = {
  /** The last part of the URL that selects it. */
  name: string
  /** The sender's name, for people. */
  title: string
  /** The headers that `read` needs, in lowercase. They are stored with the delivery. */
  headers: string[]
  /** The header that identifies a delivery when the sender retries. */
  idempotencyHeader?: string
  /** The JSON that an empty body means, if the sender tests its connection with one. */
  emptyBody?: string
  /** The parameters of the URL that mean the same as a field of a payload, such as `{ thread_id: 'root_id' }`. */
  params?: Readonly<Record<string, 'root_id' | 'thread_key'>>
  /** Whether it reads lists, texts and numbers as well. Other adapters get only objects. */
  readsAnyJson?: boolean
  /** Whether its posts show all texts, as those of chats do. Texts that it does not read are reported as ignored. */
  showsAll?: boolean
  /** Whether a body is surely from this sender. Only asked about bodies that are not payloads. */
  matches: (headers: SenderHeaders, body: Native) => boolean
  /**
   * Returns what this body does not have although all bodies of this sender have it, in words for a person: ``the list `alerts` ``.
   * `read` is only asked about bodies that lack nothing.
   */
  lacks: (headers: SenderHeaders, body: Native) => string | undefined
  read: (headers: SenderHeaders, body: Native) => Adapted | Skipped
}
