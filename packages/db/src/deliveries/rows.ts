import type { ChangeKind, Outcome, Settled } from '@posthorn/core'
import type { Format } from '@posthorn/formats'
import type { Db } from '../connection/open.js'
import { type Column, textArray } from '../connection/parameters.js'

/** The stored outcome of a delivery. */
export type DeliveryRow = {
  id: string
  hookId: string
  teamId: string
  channelId: string
  outcome: Outcome
  /** Why it was rejected, a row of the table of refusals. Empty if posted. */
  reason: string
  /** Details about the reason. */
  detail: string
  postCount: number
  tries: number
  requestId: string
  payload: string
  ignored: string[]
  /** The original delivery if this is a replay, else empty. */
  replayOf: string
  /** The user who sent it from a session, else empty. */
  sentBy: string
  /** Another user who needs the permissions, too. Else empty. */
  restrictedTo: string
  /** The earlier post that it changed, or whose newer state won. */
  postId?: string | undefined
  /** Set if it edits or deletes a post or delivery by its id. */
  change?: { kind: ChangeKind; target: string } | undefined
  /** How an adapter reads its payload, and the event that it reports. */
  format?: Format | undefined
  event?: string | undefined
  /** The address, user agent and content type of its request, one per line. Absent or empty for replays. */
  sender?: string | undefined
}

export type PostRow = {
  id: string
  createAt: number
  userId: string
  channelId: string
  message: string
  html: string
  htmlVersion: number
  type: string
  /** JSON */
  props: string
  /** The post that it replies to. Absent or empty for none. */
  rootId?: string | undefined
  /** The delivery that made its content, if it is not the one that created it. */
  contentOf?: string | undefined
  /** The files that it has claimed, as JSON. */
  files?: string | undefined
}

type Columns<Row> = Record<string, Column<Row>>

/** Which groups of columns have the same values in all rows. In groups, because each combination is a statement of its own. */
export type Alike = Record<'endAlike' | 'ofOneHook', boolean>

/** Returns the columns that are sent as arrays, and those that are sent once. */
export function splitColumns<Row>(
  own: Columns<Row>,
  end: Columns<Row>,
  hook: Columns<Row>,
  { endAlike, ofOneHook }: Alike,
): [lists: Columns<Row>, once: Columns<Row>] {
  return [
    { ...own, ...(!endAlike && end), ...(!ofOneHook && hook) },
    { ...(endAlike && end), ...(ofOneHook && hook) },
  ]
}

export const deliveryColumns: Columns<DeliveryRow> = {
  id: ['text', row => row.id],
  post_count: ['int', row => row.postCount],
  request_id: ['text', row => row.requestId],
  payload: ['text', row => row.payload],
}

/** How deliveries end. */
export const endColumns: Columns<DeliveryRow> = {
  outcome: ['text', row => row.outcome],
  reason: ['text', row => row.reason],
  detail: ['text', row => row.detail],
  tries: ['int', row => row.tries],
  replay_of: ['text', row => row.replayOf],
}

/** What a hook's deliveries have in common. */
export const hookColumns: Columns<DeliveryRow> = {
  hook_id: ['text', row => row.hookId],
  team_id: ['text', row => row.teamId],
  channel_id: ['text', row => row.channelId],
  ignored: ['text', row => row.ignored.join('\n')],
  sender: ['text', row => row.sender ?? ''],
}

export const usersOf: Columns<DeliveryRow> = {
  sent_by: ['text', row => row.sentBy],
  restricted_to: ['text', row => row.restrictedTo],
}

export const changesOf: Columns<DeliveryRow> = {
  post_id: ['text', row => row.postId ?? ''],
  change: ['text', row => row.change?.kind ?? ''],
  target: ['text', row => row.change?.target ?? ''],
}

export const formatsOf: Columns<DeliveryRow> = {
  format: ['text', row => (row.format ? JSON.stringify(row.format) : '')],
  event: ['text', row => row.event ?? ''],
}

export const postColumns: Columns<PostRow> = {
  id: ['text', row => row.id],
  create_at: ['bigint', row => row.createAt],
  message: ['text', row => row.message],
  html: ['text', row => row.html],
  props: ['text', row => row.props],
}

export const versionColumns: Columns<PostRow> = {
  html_version: ['int', row => row.htmlVersion],
}

/** What a hook's posts have in common. */
export const lookColumns: Columns<PostRow> = {
  user_id: ['text', row => row.userId],
  channel_id: ['text', row => row.channelId],
  type: ['text', row => row.type],
}

/** The columns of posts that refer to others. */
export const referring: Columns<PostRow> = {
  root_id: ['text', row => row.rootId ?? ''],
  delivery_id: ['text', row => row.contentOf ?? ''],
}

export const filesOf: Columns<PostRow> = {
  files: ['text', row => row.files ?? ''],
}

/** Returns the first recorded outcomes of these deliveries. Omits unsettled ones. */
export async function findOutcomes(db: Db, ids: string[]): Promise<Settled[]> {
  const { rows } = await db.pool.query<Omit<Settled, 'postId'> & { postId: string | null }>({
    name: 'outcomes',
    text: outcomes,
    values: [textArray(ids)],
  })
  return rows.map(({ postId, ...settled }) => (postId === null ? settled : { ...settled, postId }))
}

const outcomes = `
  SELECT id, outcome, reason, detail, channel_id AS "channelId", post_count AS "postCount", post_id AS "postId"
  FROM deliveries WHERE id = ANY($1::text[])`
