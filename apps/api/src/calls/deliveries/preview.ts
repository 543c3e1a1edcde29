import {
  calls,
  maxDeliveredPosts,
  maxPreviewBytes,
  type Preview,
  previewBytesPerCall,
  type TemplateFieldsObject,
} from '@posthorn/contract'
import {
  type Appearance,
  appearanceOf,
  boundsOf,
  comparableContent,
  hasKeys,
  ignoredIn,
  type Payload,
  parseRate,
  type SenderKeys,
  targetOf,
} from '@posthorn/core'
import {
  type Destination,
  directName,
  findChannels,
  findDelivery,
  findHook,
  findReaders,
  type PostChannel,
  planKeys,
  readStates,
  resolve,
  type SeenChannels,
  toKeyed,
  type User,
  wantedStates,
} from '@posthorn/db'
import type { Format } from '@posthorn/formats'
import { type hookRefusals, newId, sizeWords } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { mayRead } from '../../http/rights/rights.js'
import { serve } from '../../http/serve-calls.js'
import { wordsFor } from '../../objects/delivery-object.js'
import { OverRate, Refused, refused } from '../../refusals/refused.js'
import type { HowToRead } from '../../texts/work.js'
import { deliveryChannel } from './posts-of-delivery.js'
import { howHookReads, howReplayReads, howTemplateReads, readForHook, templateText } from './read-payload.js'

/**
 * Reads, resolves and composes a payload as the ingress and the worker do, as if the caller sent it, and stores
 * nothing.
 */
export const previewPayload = serve(calls.previewPayload, async context => {
  const { deps, caller, hookId, body } = context
  const { user } = caller
  const how = await howToRead(deps, hookId, body)
  if (how instanceof Refused) return how
  const refusal = await tooLargeOrOften(deps, user.id, body.payload, templateText(how))
  if (refusal) return refusal
  const read = await readForHook(deps, user.id, body.payload, how)
  if (read instanceof Refused) return read
  if (read.outcome === 'skipped') return skipped(read.detail)
  if (read.outcome === 'template_failed')
    return { ...notPosted('rejected', read.outcome, read.detail), fault: read.fault ?? null }
  if (read.outcome !== 'read') return notPosted('refused', read.outcome, read.detail)
  const { payload } = read
  const at = await destinationOf(deps, user, { hookId, format: how.format }, payload)
  if (at.outcome === 'refused') return notPosted('rejected', at.reason, at.detail)
  const look = appearanceOf(deps.settings(), at.hook)
  const composing = { payload, look, bounds: boundsOf(deps.settings()), maxShown: maxDeliveredPosts }
  const characters = Math.max(body.payload.length, payload.text.length) // a template can make a long text of a short payload
  const made = await deps.texts.run(user.id, 'composePreview', composing, characters)
  if (made instanceof Refused) return made
  if ('reason' in made) return notPosted('rejected', made.reason, made.detail)
  const placed = await placeOf(deps, at, { payload, look })
  return {
    ...placed,
    ...{ reason: '', message: '', status: 200 },
    channel: await shownChannel(deps, user, at.channel),
    ignored: [...ignoredIn(payload, look), ...placed.ignored],
    keys: keysOf(payload.keys),
    fault: null,
    post_count: made.count,
    posts: made.posts,
  }
})

type WantedReading = {
  format?: string | undefined
  template?: TemplateFieldsObject | undefined
  delivery?: string | undefined
}

/** A template to try wins over the hook's. A replay is read as its delivery was. */
async function howToRead(
  { db }: ApiDeps,
  hookId: string,
  { format, template, delivery: id }: WantedReading,
): Promise<HowToRead | Refused<'no_such_delivery'>> {
  if (template) return howTemplateReads(template)
  const hook = (await findHook(db, hookId)) ?? { id: hookId, format: '', templateVersion: 0 }
  if (id === undefined) return howHookReads(db, hook, format)
  const delivery = await findDelivery(db, hookId, id)
  return delivery ? howReplayReads(db, hook, delivery.format) : refused('no_such_delivery')
}

function keysOf({ thread, update, close }: SenderKeys) {
  return { thread_key: thread, update_key: update, close }
}

type Placed = Pick<Preview, 'outcome' | 'post_id' | 'ignored'>

/** Returns what the sender's keys would do now, and whether an earlier post would count it. */
async function placeOf(
  { db, settings, nowMs }: ApiDeps,
  { hook, channel }: Destination & { outcome: 'found' },
  { payload, look }: { payload: Payload; look: Appearance },
): Promise<Placed> {
  const { keys } = payload
  const windowMs = hook.collapseSeconds * 1000
  if (!hasKeys(keys) && windowMs === 0) return { outcome: 'posted', post_id: '', ignored: [] }
  const collapse =
    windowMs === 0 ? undefined : { content: comparableContent(payload, look), windowMs, number: 1 }
  const keyed = toKeyed({ id: newId(), hookId: hook.id, channelId: channel.id, keys, collapse })
  const states = await readStates(db, wantedStates([keyed], { nowMs: nowMs(), keyDays: settings().KeyDays }))
  const [placement] = planKeys([keyed], states).placements
  const { outcome, earlier, rootId, ignored } = placement ?? { ignored: [] }
  if (outcome !== 'updated' && outcome !== 'replied' && outcome !== 'collapsed')
    return { outcome: 'posted', post_id: '', ignored }
  return { outcome, post_id: earlier ?? rootId ?? '', ignored }
}

/** Counts a large payload or template as several calls, up to a whole window. The first of them was already counted. */
async function tooLargeOrOften(
  { callLimit, countLimited, maxPayloadBytes, settings }: ApiDeps,
  userId: string,
  payload: string,
  template: string,
): Promise<Refused<'preview_too_large'> | OverRate | undefined> {
  const limitBytes = Math.min(maxPreviewBytes, maxPayloadBytes)
  const payloadBytes = Buffer.byteLength(payload)
  if (payloadBytes > limitBytes) return refused('preview_too_large', sizeWords(limitBytes, payloadBytes))
  const rate = parseRate(settings().ApiRate) ?? 'off'
  if (rate === 'off') return undefined
  const bytes = Buffer.byteLength(payload) + Buffer.byteLength(template)
  const rest = Math.min(Math.ceil(bytes / previewBytesPerCall), rate.points) - 1
  const standing = rest > 0 ? await callLimit(userId, rest) : undefined
  if (standing?.admitted !== false) return undefined
  countLimited('user', userId)
  return new OverRate(standing)
}

function skipped(message: string): Preview {
  return { ...nothing, outcome: 'skipped', reason: '', message, status: 200 }
}

const nothing = {
  ...{ post_id: '', channel: null, ignored: [], post_count: 0, posts: [] },
  ...{ keys: { thread_key: '', update_key: '', close: false }, fault: null },
}

function notPosted(
  outcome: 'refused' | 'rejected',
  reason: keyof typeof hookRefusals,
  detail: string,
): Preview {
  const why = wordsFor({ outcome: 'rejected', reason, detail })
  return { ...nothing, outcome, ...why }
}

async function shownChannel({ db }: ApiDeps, user: User, { id, type, name }: PostChannel) {
  const stored = id === '' ? undefined : (await findChannels(db, [id])).get(id)
  if (!stored) return deliveryChannel({ id, type, name, displayName: '', deleteAt: 0 }, true)
  return deliveryChannel(stored, type === 'O' || (await mayRead(db, user, id)))
}

const previewId = ''

/**
 * Returns where a payload would go. A missing direct channel is reported as if it existed. A channel that the
 * payload names and the user cannot see is reported as missing. The hook's own channel is visible to everybody who
 * may see the hook. `format`: of the delivery that is read, by which a bot's are known.
 */
async function destinationOf(
  { db }: ApiDeps,
  user: User,
  { hookId, format }: { hookId: string; format: Format | undefined },
  payload: Payload,
): Promise<Destination> {
  const isNamed = targetOf(payload).kind !== 'default'
  const seen: SeenChannels = async channels => {
    const readers = await findReaders(
      db,
      channels.map(({ id }) => ({ channelId: id, userId: user.id })),
    )
    const readable = new Set(readers.map(({ channelId }) => channelId))
    return channels.filter(({ id, type }) => type === 'O' || readable.has(id))
  }
  const { destinations } = await resolve(
    db,
    [{ delivery: { id: previewId, hookId, restrictedTo: user.id, ...(format && { format }) }, payload }],
    imagineDirectChannels,
    isNamed ? seen : undefined,
  )
  return (
    destinations.get(previewId) ?? { outcome: 'refused', hook: undefined, reason: 'hook_deleted', detail: '' }
  )
}

async function imagineDirectChannels(pairs: Parameters<typeof directName>[0][]) {
  const channels = pairs.map((pair): PostChannel => {
    return { id: '', teamId: '', type: 'D', name: directName(pair) }
  })
  return new Map(channels.map(channel => [channel.name, channel]))
}
