import type { z } from 'zod'
import type { Audit } from './audit.js'
import type { RefusalName } from './refusals.js'
import type { Scope } from './scopes.js'

/** The parts of the API, as its document groups the calls. */
export const tags = {
  Hooks: 'Sending to incoming webhooks, and managing them.',
  Deliveries: 'What became of what senders sent, and sending it again.',
  Users: 'Accounts and profiles.',
  Sessions: 'Logging in and out.',
  Teams: 'Teams and who is in them.',
  Channels: 'Channels and who is in them.',
  Posts: 'What is in a channel.',
  Apps: 'Programs that act for users, by OAuth 2.0, and as bots.',
  System: 'The server itself: its settings, its state, live events, this document.',
}

/**
 * Whose call it is. It is asked in this order: the session, the path's parameters, the right, the body.
 * - `anybody`: no session is looked at
 * - `optional_user`: nobody needs a session, and one counts
 * - `user`: whoever has a session
 * - `system_admin`
 * - `team_member`: live members of the path's `team`, and system administrators
 * - `channel_team_member`: the same, for a channel of that team or a direct one
 * - `channel_member`: who may read the path's `channel`
 * - `target_channel_member`: the same, for the channel that the body names in `channel_id`, if it names one; where the path
 *   has no channel it has to, or to be a channel with its `id`
 * - `hook_owner`: the creator of the path's `hook`, administrators of its team, system administrators
 */
export type Allow =
  | 'anybody'
  | 'optional_user'
  | 'user'
  | 'system_admin'
  | 'team_member'
  | 'channel_team_member'
  | 'channel_member'
  | 'target_channel_member'
  | 'hook_owner'

/**
 * What an app has to have been let do before its token makes the call; `none`: no app does it for anybody, whatever it was
 * let. A session of somebody who logged in has all.
 */
type Scoped =
  | { allow: 'anybody'; scope?: never }
  | { allow: Exclude<Allow, 'anybody'>; scope: Scope | 'none' }

/** All that is to be said of a call: the server's guards, its validation, the document and the client follow from it. */
export type Call = Scoped & {
  /** What generated clients call it. */
  operationId: string
  /** Below /api/v3, parameters with a colon: `POST /teams/:team/hooks/incoming/create`. */
  route: `${'GET' | 'POST'} /${string}`
  /** Whether the address counts with a slash at its end, too. */
  trailingSlash?: true
  tag: keyof typeof tags
  /** A few words; then, where they do not say it all, sentences in markdown. */
  summary: string
  description?: string
  /** The switch that has to be on, else 501; `allow` is looked at first. */
  requires?: 'EnableIncomingWebhooks' | 'EnableOAuthServiceProvider'
  /** Whether it is let through to who has to change their password first. */
  beforePasswordChange?: true
  /**
   * The fields of the query or body by which it searches. A call in which one of them is not empty takes its turn with the
   * other searches, and is refused where it would take too long.
   */
  searchedBy?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Where the body is a map of texts, of which any other value makes nothing (docs/behaviour.md, values). */
  bodyIsTextMap?: true
  /** More than the usual 64 KiB of a session, or 16 KiB of anybody. */
  bodyLimitBytes?: number
  /** What comes with 200, and in words. Absent where the call becomes a WebSocket, or answers no JSON. */
  answer?: z.ZodType
  /** The media types of an answer that is no JSON. */
  answerTypes?: readonly `${string}/${string}`[]
  answers: string
  /** Headers that the answer has, beyond everybody's. */
  headers?: readonly ('Token' | 'X-Has-More')[]
  /** Whether `If-None-Match` may be answered 304. */
  etag?: true
  /** Whether system administrators make it beyond their rate, too: what it takes to change a rate that was set too low. */
  beyondRate?: true
  /** What is kept of it, where it changes something. */
  audit?: Audit
  /** What it refuses beyond what every call, `allow`, `params` (of which `limit` is a page's length) and `body` bring with them. */
  errors?: readonly RefusalName[]
}

/** Says what a call is, once. Its types are kept as they are written. */
export function defineCall<const Definition extends Call>(definition: Definition): Definition {
  return definition
}

/** What the server makes of a part of a call, and what a caller writes; `undefined` where the call has none. */
export type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
export type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
