import type { DeliveryRow, Destination } from '@posthorn/db'
import type { Delivery } from '@posthorn/queue'
import { type HookRefusal, readCallerLines } from '@posthorn/server'
import type { SkippedEvent } from './decode.js'

/** Returns the row of a delivery that can be posted. */
export function posting(
  delivery: Delivery,
  tries: number,
  { hook, channel }: Destination & { outcome: 'found' },
  postCount: number,
  ignored: string[],
): DeliveryRow {
  const end = { outcome: 'posted', reason: '', detail: '', postCount, ignored } as const
  return rowOf(delivery, tries, end, hook.teamId, channel.id)
}

/** Returns the row of a delivery that was rejected. */
export function rejection(
  delivery: Delivery,
  tries: number,
  reason: HookRefusal,
  detail: string,
  teamId = '',
): DeliveryRow {
  const end = { outcome: 'rejected', reason, detail, postCount: 0, ignored: [] as string[] } as const
  return rowOf(delivery, tries, end, teamId, '')
}

/** Returns the row of an event that becomes no post. */
export function skipping(tries: number, { delivery, event, detail, ignored }: SkippedEvent): DeliveryRow {
  const end = { outcome: 'skipped', reason: '', detail, postCount: 0, ignored } as const
  return { ...rowOf(delivery, tries, end, '', ''), event }
}

type End = Pick<DeliveryRow, 'outcome' | 'reason' | 'detail' | 'postCount'> & { ignored: string[] }

/** Written field by field: spreading an object of 13 fields costs 20 µs in V8, a tenth of the total time per post. */
function rowOf(
  delivery: Delivery,
  tries: number,
  { outcome, reason, detail, postCount, ignored }: End,
  teamId: string,
  channelId: string,
): DeliveryRow {
  const { id, hookId, requestId, payload, replayOf = '', sentBy = '', restrictedTo = '' } = delivery
  const { change, format, caller, sender = '' } = delivery
  return {
    id,
    hookId,
    teamId,
    channelId,
    outcome,
    reason,
    detail,
    postCount,
    tries,
    requestId,
    payload,
    ignored,
    replayOf,
    sentBy,
    restrictedTo,
    change,
    format,
    sender: caller === undefined ? sender : requestLines(sender, caller),
  }
}

/** A user's call stores no address, user agent and content type, which are three lines. */
const noSender = '\n\n'

/** Returns what is stored about a request whose caller named it: two more lines, its X-Request-Id and the trace's id. */
function requestLines(sender: string, caller: string): string {
  const { requestId = '', traceId = '' } = readCallerLines(caller)
  return `${sender || noSender}\n${requestId}\n${traceId}`
}
