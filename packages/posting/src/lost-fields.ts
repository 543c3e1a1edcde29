import { asCode } from '@posthorn/core'
import { type Db, findHooks, notifyOfLostFields, recentPayloads } from '@posthorn/db'
import { absenceJudge, type LackedField, templateVersionOf } from '@posthorn/formats'
import type { Delivery } from '@posthorn/queue'
import { dayMs, historyLink, type NotifyDeps, noticesFor } from './notify-owners.js'

/** A delivery without fields that its template uses. */
export type LackingDelivery = { delivery: Delivery; fields: LackedField[] }

/** Earlier deliveries that are read to judge an absence. */
const earlierBounds = { deliveries: 30, bytes: 256 * 1024 }

/** How long a judgement holds in this process, so that optional fields cost one query per hour. */
const judgedForMs = { lost: dayMs, optional: 3_600_000, unknown: 60_000 }
const maxJudged = 10_000

/** Until when the absence of a field need not be judged again, by hook, version and field. */
const judgedUntil = new WeakMap<Db, Map<string, number>>()

/**
 * Tells owners when a sender's JSON loses a field that the template uses: once per field and day. Deliveries with all fields cost
 * nothing, and fields that only some deliveries have cost one query per hour.
 */
export async function tellLostFields(deps: NotifyDeps, lacking: LackingDelivery[]): Promise<void> {
  for (const hookId of new Set(lacking.map(({ delivery }) => delivery.hookId)))
    await tellOfHook(
      deps,
      lacking.filter(({ delivery }) => delivery.hookId === hookId),
    )
}

async function tellOfHook(deps: NotifyDeps, deliveries: LackingDelivery[]): Promise<void> {
  const { db } = deps
  const nowMs = deps.nowMs()
  const due = firstDue(db, deliveries, nowMs)
  if (!due) return
  const { id: deliveryId, hookId } = due.delivery
  const earlier = await recentPayloads(db, { hookId, before: deliveryId }, earlierBounds)
  const texts = earlier.filter(({ format }) => templateVersionOf(format)).map(({ payload }) => payload)
  const lost = lostOf(db, due, texts, nowMs)
  const hook = lost.length > 0 ? (await findHooks(db, [hookId])).get(hookId) : undefined
  if (!hook) return
  const fields = lost.map(({ name }) => name)
  const place = `${hookId}/deliveries/${deliveryId}`
  const messageOf = (_: unknown, team: string) => lossOf(hook, fields, historyLink(deps, team, place))
  for (const { notice } of await noticesFor(deps, [{ hook }], messageOf)) {
    const loss = { fields, deliveryId, nowMs, notSinceMs: nowMs - dayMs }
    if (await notifyOfLostFields(db, notice, loss)) deps.publishPosts([notice.id])
  }
}

/** Returns the first delivery with fields whose absence was not judged lately. Others wait for the next batch that lacks them. */
function firstDue(db: Db, lacking: LackingDelivery[], nowMs: number): LackingDelivery | undefined {
  const memory = memoryOf(db)
  return lacking
    .toSorted((one, other) => (one.delivery.id < other.delivery.id ? -1 : 1))
    .map(({ delivery, fields }) => {
      return { delivery, fields: fields.filter(field => (memory.get(keyOf(delivery, field)) ?? 0) <= nowMs) }
    })
    .find(({ fields }) => fields.length > 0)
}

function keyOf({ hookId, format }: Delivery, { name }: LackedField): string {
  return `${hookId} ${templateVersionOf(format)} ${name}`
}

/** Judges the fields and remembers the judgements. Returns those that are lost. */
function lostOf(db: Db, { delivery, fields }: LackingDelivery, earlier: string[], nowMs: number) {
  const judge = absenceJudge(delivery.payload, earlier)
  return fields.filter(field => {
    const verdict = judge(field)
    memoryOf(db).set(keyOf(delivery, field), nowMs + judgedForMs[verdict])
    return verdict === 'lost'
  })
}

function memoryOf(db: Db): Map<string, number> {
  const known = judgedUntil.get(db)
  if (known && known.size < maxJudged) return known
  const memory = new Map<string, number>()
  judgedUntil.set(db, memory)
  return memory
}

/** Returns the message in markdown. Names come from other people, so they are shown as code. */
function lossOf(hook: { id: string; displayName: string }, fields: string[], link: string): string {
  const names = fields.map(asCode).join(', ')
  const [field, uses, it] = fields.length === 1 ? ['a field', 'uses', 'it'] : ['fields', 'uses', 'them']
  return [
    `The sender of your incoming webhook ${asCode(hook.displayName || hook.id)} no longer sends ${field} that its template ${uses}: ${names}.`,
    `All recent deliveries like this one had ${it}. The posts are now without ${it}. The delivery: ${link}.`,
    'Correct the template if the sender renamed the field. You will get this message once a day for each field.',
  ].join('\n\n')
}
