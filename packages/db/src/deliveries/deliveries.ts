import type { ChangeKind, Outcome } from '@posthorn/core'
import type { Format } from '@posthorn/formats'
import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import type { Delivery as Row } from '../generated/client.js'

/** The address, user agent, content type, own request id and trace id of a request. Each may be empty. */
type DeliverySender = {
  address: string
  userAgent: string
  contentType: string
  requestId: string
  traceId: string
}

/** A delivery and its outcome, without the payload, which can be large. */
export type SettledDelivery = Omit<
  Row,
  | 'settledAt'
  | 'outcome'
  | 'replayOf'
  | 'payload'
  | 'sentBy'
  | 'postId'
  | 'change'
  | 'target'
  | 'format'
  | 'sender'
> & {
  /** What is known about the request that sent it; undefined for replays. */
  sender: DeliverySender | undefined
  /** How an adapter reads its payload. */
  format: Format | undefined
  settledAt: number
  outcome: Outcome
  /** The original delivery if this is a replay, else empty. */
  replayOf: string
  /** The user who sent it from a session, else empty. */
  sentBy: string
  /** The earlier post; see `Settled`. */
  postId: string | undefined
  /** Set if it edited or deleted the post or delivery `target`. */
  change: { kind: ChangeKind; target: string } | undefined
}

/** A hook's settled delivery with its payload as received. */
export async function findDelivery(
  db: Db,
  hookId: string,
  id: string,
): Promise<(SettledDelivery & { payload: string }) | undefined> {
  const row = await db.delivery.findFirst({ where: { id, hookId } })
  return row ? { ...toSettled(row), payload: row.payload } : undefined
}

/** Returns the settled delivery with this ID, of any hook. */
export async function findDeliveryOfAnyHook(db: Db, id: string): Promise<SettledDelivery | undefined> {
  const row = await db.delivery.findFirst({ where: { id }, omit: { payload: true } })
  return row ? toSettled(row) : undefined
}

/** Returns the latest settled replay of `original`, or undefined. */
export async function newestReplay(
  db: Db,
  original: string,
): Promise<{ id: string; outcome: Outcome } | undefined> {
  const row = await db.delivery.findFirst({
    where: { replayOf: original },
    orderBy: { id: 'desc' },
    select: { id: true, outcome: true },
  })
  return row ? { id: row.id, outcome: row.outcome as Outcome } : undefined
}

/** Returns what a recorded delivery edits or deletes, if it was such a call. */
export function changeOf({
  change,
  target,
}: {
  change: string | null
  target: string | null
}): { kind: ChangeKind; target: string } | undefined {
  return (change === 'edit' || change === 'delete') && target ? { kind: change, target } : undefined
}

/** Returns a recorded delivery's format. */
export function formatOf(stored: string | null): Format | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as Format)
}

function senderIn(stored: string | null): DeliverySender | undefined {
  if (stored === null) return undefined
  const [address = '', userAgent = '', contentType = '', requestId = '', traceId = ''] = stored.split('\n')
  return { address, userAgent, contentType, requestId, traceId }
}

/** Maps a row to the domain's terms. */
export function toSettled(row: Omit<Row, 'payload'>): SettledDelivery {
  return {
    ...row,
    settledAt: ms(row.settledAt),
    outcome: row.outcome as Outcome,
    replayOf: row.replayOf ?? '',
    sentBy: row.sentBy ?? '',
    format: formatOf(row.format),
    sender: senderIn(row.sender),
    postId: row.postId ?? undefined,
    change: changeOf(row),
  }
}
