import type { z } from 'zod'
import type { Audit } from './audit.js'
import type { RefusalName } from './refusals.js'
import type { Scope } from './scopes.js'

/** The sections of the API, by which the OpenAPI document groups the calls. */
export const tags = {
  Hooks: 'Manage incoming webhooks, and send to them.',
  Deliveries: 'Inspect what senders sent, and replay it.',
  Users: 'Manage accounts and profiles.',
  Sessions: 'Log in and out.',
  Teams: 'Manage teams and their members.',
  Channels: 'Manage channels and their members.',
  Posts: 'Read, write and search posts.',
  Files: 'Upload and download the files of posts.',
  Apps: 'Programs that act for users (OAuth 2.0) or as bots.',
  Imports: 'Move teams, users, channels, hooks and posts here from other services.',
  System: 'Inspect and configure the server, and subscribe to live events.',
}

/**
 * Who can make a call. The checks run in this order: session, path parameters, permission, body.
 * - `anybody`: everyone; the session is ignored
 * - `optional_user`: everyone; a session is used if present
 * - `user`: every user with a session
 * - `system_admin`
 * - `team_member`: active members of the path's `team`, and system administrators
 * - `channel_team_member`: the same, for a channel of that team or a direct one
 * - `channel_member`: users who can read the path's `channel`
 * - `target_channel_member`: the same, for the channel in the body's `channel_id`, if any. If the path has no channel, the
 *   body must name one, or be a channel with its `id`.
 * - `hook_owner`: the creator of the path's `hook`, administrators of its team, and system administrators
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
 * The scope that an app's token needs for the call. With `none`, no app can make the call. Sessions of logged-in users
 * have all scopes.
 */
type Scoped =
  | { allow: 'anybody'; scope?: never }
  | { allow: Exclude<Allow, 'anybody'>; scope: Scope | 'none' }

/** Everything about a call: the server's guards and validation, the OpenAPI document and the client follow from it. */
export type Call = Scoped & {
  /** The name of the call in generated clients. */
  operationId: string
  /** Below /api/v3, parameters with a colon: `POST /teams/:team/hooks/incoming/create`. */
  route: `${'GET' | 'POST'} /${string}`
  /** Whether the URL also works with a trailing slash. */
  trailingSlash?: true
  tag: keyof typeof tags
  /** A short imperative phrase. `description` adds sentences in Markdown where needed. */
  summary: string
  description?: string
  /** The setting that must be on, else the API returns 501. `allow` is checked first. */
  requires?: 'EnableIncomingWebhooks' | 'EnableOAuthServiceProvider'
  /** Whether users who must change their password can make the call. */
  beforePasswordChange?: true
  /**
   * The query or body fields that make this call a search. If one of them is not empty, the call waits its turn with
   * other searches and is rejected if it would take too long.
   */
  searchedBy?: readonly string[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** Whether the body is a map of texts, in which other values have no effect (docs/behaviour.md, values). */
  bodyIsTextMap?: true
  /** Whether the handler answers a body that cannot be read, with the reference's ids. */
  answersUnreadable?: true
  /** The parts of a body that is `multipart/form-data`, which the handler reads. */
  parts?: z.ZodObject
  /** Replaces the usual limit: 64 KiB with a session, 16 KiB without. */
  bodyLimitBytes?: number
  /** The 200 response and its description. Absent if the call becomes a WebSocket or returns no JSON. */
  answer?: z.ZodType
  /** The media types of a response other than JSON. */
  answerTypes?: readonly `${string}/${string}`[]
  answers: string
  /** Response headers of this call, besides those of all calls. */
  headers?: readonly ('Token' | 'X-Has-More' | 'X-Delivery-Id' | 'X-Delivery-State')[]
  /** Whether `If-None-Match` can lead to 304. */
  etag?: true
  /** Whether system administrators bypass their rate limit, so that they can raise one that is too low. */
  beyondRate?: true
  /** What the audit log records, if the call changes something. */
  audit?: Audit
  /** The call's own errors, besides those that `allow`, `params` (where `limit` is a page's length) and `body` imply. */
  errors?: readonly RefusalName[]
}

/** Defines a call and keeps its literal types. */
export function defineCall<const Definition extends Call>(definition: Definition): Definition {
  return definition
}

/** The values that the server and the caller see for a part of a call. `undefined` if the call has no such part. */
export type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
export type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : undefined
