import { setTimeout as delay } from 'node:timers/promises'
import type { Client, DeliveryInList, DeliveryOutcome } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import { usageFailure } from '../../failure.js'
import type { TableColumn } from '../../output/output.js'
import { localTime, printable } from '../../output/printable.js'
import { openProgress } from '../../output/progress.js'
import { lookUpHook } from '../../session/find.js'
import { pages } from '../../session/pages.js'
import { readGiven } from '../../session/prompt.js'
import type { Server } from '../../session/server.js'

export type Filter = { outcome?: DeliveryOutcome; text?: string; since?: number; until?: number }
export type ReplayOptions = Filter & { all?: string; again?: true; payload?: string }

type Whole = Awaited<ReturnType<Client['getDelivery']>>

const betweenLooksMs = 500

const columns: TableColumn<DeliveryInList>[] = [
  ['ID', row => row.id],
  ['ACCEPTED', row => localTime(row.create_at)],
  ['OUTCOME', row => (row.replay_outcome ? `${row.outcome}, replay ${row.replay_outcome}` : row.outcome)],
  ['CHANNEL', row => row.channel?.name ?? ''],
  ['TEXT OR REASON', row => (row.outcome === 'rejected' ? row.message : row.words)],
]

const fields: TableColumn<Whole>[] = [
  ['ID', row => row.id],
  ['Accepted', row => localTime(row.create_at)],
  ['Settled', row => localTime(row.settled_at)],
  ['Outcome', row => row.outcome],
  ['Reason', row => row.message],
  ['Channel', row => row.channel?.name ?? ''],
  ['Sender', row => row.sender_address],
  ['User agent', row => row.user_agent],
  ['Adapter', row => row.format],
  ['Without effect', row => row.ignored.join(', ')],
  ['Replay of', row => row.replay_of],
  ['Replayed as', row => row.replayed_as],
  ['Posts', row => row.posts.map(({ id }) => id).join(' ')],
]

/** Lists the deliveries of a hook. */
export async function listDeliveriesOf(
  { server, out }: CommandContext,
  wanted: string,
  { limit, ...filter }: Filter & { limit: number },
): Promise<void> {
  const found = await server()
  const { id: hook, team_id: team } = await lookUpHook(found, wanted)
  const rows = await pages(limit, async (cursor, count) => {
    const query = { ...queryOf(filter), cursor, limit: count }
    const page = await found.client.listDeliveries({ params: { team, hook }, query })
    return { items: page.deliveries, next: page.next }
  })
  out.rows(rows, columns, 'No deliveries match these filters.')
}

/** Shows a delivery with its payload. */
export async function showDelivery({ server, out }: CommandContext, wanted: string): Promise<void> {
  const found = await server()
  const params = await placeOf(found, wanted)
  const delivery = await found.client.getDelivery({ params })
  out.object(delivery, fields)
  if (!out.isJson && !out.isQuiet) out.line(`\n${printable(delivery.payload)}`)
}

/** Replays one delivery, or all of a hook that match. */
export async function replay(
  context: CommandContext,
  delivery: string | undefined,
  options: ReplayOptions,
): Promise<void> {
  if ((delivery === undefined) === (options.all === undefined))
    throw usageFailure('Name either a delivery, or a hook with --all.')
  if (delivery !== undefined) await replayOne(context, delivery, options)
  else await replayAll(context, options.all ?? '', options)
}

async function replayOne(
  { server, out }: CommandContext,
  wanted: string,
  { again, payload }: ReplayOptions,
): Promise<void> {
  const found = await server()
  const params = await placeOf(found, wanted)
  const body = {
    ...(again && { again }),
    ...(payload !== undefined && { payload: readGiven(payload) }),
  }
  const replayed = await found.client.replayDelivery({ params, body })
  out.object(replayed, [
    ['Delivery', row => row.delivery],
    ['Replay of', row => row.replay_of],
  ])
  if (replayed.replayed_already)
    out.note('It was replayed before, so nothing was sent. Use --again to repeat it.')
}

/** Waits until all deliveries were sent. */
async function replayAll(
  { server, out }: CommandContext,
  wanted: string,
  options: ReplayOptions,
): Promise<void> {
  const found = await server()
  const { id: hook, team_id: team } = await lookUpHook(found, wanted)
  const params = { team, hook }
  const { replay } = await found.client.replayDeliveries({ params, body: queryOf(options) })
  const draw = openProgress(out, 'deliveries')
  for (;;) {
    const progress = await found.client.getReplay({ params: { ...params, replay } })
    if (progress.status !== 'waiting') draw(progress.done, progress.total)
    if (progress.status === 'done')
      return out.object({ replay, ...progress }, [
        ['Replay', () => replay],
        ['Sent', row => row.sent],
        ['Posted so far', row => row.posted + row.replied + row.updated + row.collapsed],
        ['Rejected again', row => row.rejected],
      ])
    await delay(betweenLooksMs)
  }
}

/** Returns the place of a delivery, or of the delivery that created a post. */
async function placeOf({ client, team }: Server, wanted: string) {
  const { id } = await team()
  const place = await client.getDeliveryOfPost({ params: { team: id, post: wanted } })
  return { team: id, hook: place.hook_id, delivery: place.delivery }
}

function queryOf({ outcome, text, since, until }: Filter) {
  return {
    ...(outcome !== undefined && { outcome }),
    ...(text !== undefined && { text }),
    ...(since !== undefined && { from: since }),
    ...(until !== undefined && { to: until }),
  }
}
