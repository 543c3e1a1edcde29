import { asCode, htmlVersion, renderMarkdown, timeOf } from '@posthorn/core'
import {
  type Db,
  type Destination,
  directChannels,
  directName,
  findLiveUserIds,
  findTeamName,
  markFailing,
  markRecovered,
  type Notice,
  notifyOwner,
  systemUserId,
  type WatchedHook,
} from '@posthorn/db'
import { type HookRefusal, hookRefusals, newId } from '@posthorn/server'

export type NotifyDeps = {
  db: Db
  nowMs: () => number
  baseUrl?: string | undefined
  publishPosts: (postIds: string[]) => void
}

/** Reasons that a hook's owner cannot fix. */
const notFixable: ReadonlySet<HookRefusal> = new Set(['hook_deleted', 'unprocessable'])

export const dayMs = 86_400_000

/** A hook in this batch: the last refusal that its owner can fix, and whether its last delivery was one. */
type HookHealth = { hook: WatchedHook; refusal?: { reason: HookRefusal; detail: string }; failing: boolean }

/**
 * Notifies the owners of failing hooks once per hook and day, and records which hooks fail and which have recovered.
 * Processing a batch again changes nothing. A batch of healthy hooks needs no query.
 */
export async function notifyOwners(deps: NotifyDeps, destinations: Destination[]): Promise<void> {
  if (!destinations.some(isRelevant)) return
  const nowMs = deps.nowMs()
  const standings = standingsIn(destinations)
  const due = standings.filter(({ hook, refusal }) => refusal && hook.ownerToldAt <= nowMs - dayMs)
  await notifyEach(deps, due, nowMs)
  const failing = standings.filter(({ hook, failing }) => failing && hook.failingSince === 0)
  if (failing.length > 0) await markFailing(deps.db, failing.map(idOf), nowMs)
  const recovered = standings.filter(standing => !standing.failing && wasFailing(standing, due))
  if (recovered.length > 0) await markRecovered(deps.db, recovered.map(idOf))
}

function isRelevant(destination: Destination): boolean {
  return destination.outcome === 'refused'
    ? !notFixable.has(destination.reason)
    : destination.hook.failingSince > 0
}

function standingsIn(destinations: Destination[]): HookHealth[] {
  const standings = new Map<string, HookHealth>()
  for (const destination of destinations) {
    const { hook } = destination
    if (!hook || (destination.outcome === 'refused' && notFixable.has(destination.reason))) continue
    const failing = destination.outcome === 'refused'
    const before = standings.get(hook.id)
    const refusal = failing ? { reason: destination.reason, detail: destination.detail } : before?.refusal
    standings.set(hook.id, { hook, failing, ...(refusal && { refusal }) })
  }
  return [...standings.values()]
}

/** Includes hooks whose owner is being notified: one that failed and then posted in this batch has already recovered. */
function wasFailing(standing: HookHealth, due: HookHealth[]): boolean {
  return standing.hook.failingSince > 0 || due.includes(standing)
}

const idOf = ({ hook }: HookHealth) => hook.id

/** Creates the direct channels before claiming hooks, so that no transaction holds both kinds of locks. */
async function notifyEach(deps: NotifyDeps, due: HookHealth[], nowMs: number): Promise<void> {
  const messageOf = ({ hook, refusal }: HookHealth, team: string) =>
    refusal && noticeOf({ hook, ...refusal }, historyLink(deps, team, hook.id))
  for (const { notice } of await noticesFor(deps, due, messageOf)) {
    const isNotified = await notifyOwner(deps.db, notice, { nowMs, notSinceMs: nowMs - dayMs })
    if (isNotified) deps.publishPosts([notice.id])
  }
}

/** Returns messages to the owners of hooks, except to those who cannot be notified. Creates their direct channels. */
export async function noticesFor<Due extends { hook: WatchedHook }>(
  { db, nowMs }: NotifyDeps,
  due: Due[],
  messageOf: (due: Due, team: string) => string | undefined,
): Promise<{ notice: Notice }[]> {
  if (due.length === 0) return []
  const owners = due.map(({ hook }) => hook.userId)
  const live = await findLiveUserIds(db, owners)
  const pairs = owners.filter(id => live.has(id)).map(withSystem)
  const channels = await directChannels(db, pairs, nowMs())
  const notices: { notice: Notice }[] = []
  for (const each of due) {
    const { hook } = each
    const channel = channels.get(directName(withSystem(hook.userId)))
    if (!channel) continue
    const message = messageOf(each, (await findTeamName(db, hook.teamId)) ?? hook.teamId)
    if (message !== undefined) notices.push({ notice: noticeTo(hook, channel.id, message) })
  }
  return notices
}

const withSystem = (userId: string) => ({ userId: systemUserId, otherId: userId })

function noticeTo(hook: WatchedHook, channelId: string, message: string): Notice {
  const id = newId()
  return {
    id,
    createAt: timeOf(id),
    userId: systemUserId,
    channelId,
    ownerId: hook.userId,
    hookId: hook.id,
    message,
    html: renderMarkdown(message),
    htmlVersion,
  }
}

/** The content of the message to a hook's owner when the hook begins to fail. */
type Failing = {
  hook: { id: string; displayName: string }
  reason: HookRefusal
  detail: string
}

/** Returns a link to a page of a hook. Without `baseUrl`, the console's URL, it is only a path. */
export function historyLink({ baseUrl }: Pick<NotifyDeps, 'baseUrl'>, team: string, place: string): string {
  const path = `/${team}/integrations/incoming/${place}`
  return baseUrl === undefined ? `\`${path}\`` : `[${path}](${baseUrl}${path})`
}

/** Returns the message in markdown. Names and details come from other people, so they are shown as code. */
function noticeOf({ hook, reason, detail }: Failing, link: string): string {
  const why = [hookRefusals[reason].message, ...(detail === '' ? [] : [asCode(detail)])].join(' ')
  return [
    `Your incoming webhook ${asCode(hook.displayName || hook.id)} received a delivery that could not be posted.`,
    `> ${why}`,
    `Nothing is lost. Each delivery is stored with its reason and can be replayed once the cause is fixed. The webhook's history: ${link}.`,
    'You will get this message once a day for as long as deliveries fail.',
  ].join('\n\n')
}
