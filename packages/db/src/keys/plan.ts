import { isWorse, type KeyedDelivery, keyName, type Plan, postId, type Stored, timeOf } from '@posthorn/core'
import {
  addPost,
  type DraftKey,
  findKey,
  isLive,
  isThere,
  type Planning,
  place,
  rootFor,
  setKey,
  startPlanning,
  updatePost,
} from './planning.js'

/**
 * Decides what becomes of deliveries that refer to earlier posts, in the order of their acceptance (docs/behaviour.md,
 * keys). Pure: the caller reads the state before, and writes the plan only if the state is still the same.
 */
export function planKeys(deliveries: KeyedDelivery[], stored: Stored): Plan {
  const planning = startPlanning(stored)
  for (const delivery of deliveries.toSorted(byOrder)) placeOne(planning, delivery)
  const { placements, updates, removals, repeats, keys, guarded } = planning
  const changed = [...keys].filter(([, key]) => key.isChanged)
  return {
    placements: [...placements.values()],
    updates,
    removals,
    repeats: new Map([...repeats].filter(([post]) => !isRemoved(planning, post))),
    keys: changed.map(
      ([name, { postId, appliedId, isLive, version, repeats, contentOf, standing, endsAt }]) => ({
        name,
        postId,
        appliedId,
        isClosed: !isLive,
        version,
        repeats,
        contentOf,
        standing,
        endsAt,
      }),
    ),
    guarded: [...guarded.values()],
  }
}

function isRemoved(planning: Planning, post: string): boolean {
  return planning.removals.has(post) || planning.removals.has(rootFor(planning, post))
}

/** A replay has the order of its original, and comes after it. */
function byOrder(one: KeyedDelivery, other: KeyedDelivery): number {
  return `${one.order}${one.id}` < `${other.order}${other.id}` ? -1 : 1
}

function placeOne(planning: Planning, delivery: KeyedDelivery): void {
  if (delivery.change) changeByIds(planning, delivery, delivery.change)
  else placeByKeys(planning, delivery)
}

function placeByKeys(planning: Planning, delivery: KeyedDelivery): void {
  const key = findKey(planning, delivery, delivery.updateKey)
  const thread = findKey(planning, delivery, delivery.threadKey)
  if (countRepeat(planning, delivery, key, thread)) return
  if (key) byUpdateKey(planning, delivery, key, thread)
  else byThread(planning, delivery, thread)
  startCounting(planning, delivery)
  const placement = planning.placements.get(delivery.id)
  if (placement?.outcome === 'posted' && delivery.replyTo !== '')
    placement.ignored.push('root_id or thread_ts (no such post in this channel)')
}

function byUpdateKey(
  planning: Planning,
  delivery: KeyedDelivery,
  key: DraftKey,
  thread: DraftKey | undefined,
): void {
  if (isLate(planning, delivery, key)) supersede(planning, delivery, key, thread)
  else if (isLive(planning, key) || key.appliedId === delivery.order) update(planning, delivery, key, thread)
  else {
    const root = findRoot(planning, delivery, thread)
    const id = addPost(planning, delivery, root, root || postId(delivery.id, 1))
    setKey(key, delivery, id)
    if (thread !== key) useThread(thread, delivery, root || id)
  }
}

function update(
  planning: Planning,
  delivery: KeyedDelivery,
  key: DraftKey,
  thread: DraftKey | undefined,
): void {
  const id = key.postId
  const hasThread = thread !== undefined && isLive(planning, thread)
  const root = hasThread ? thread.postId : rootFor(planning, id)
  const isLogged = thread !== undefined && root === id
  updatePost(planning, delivery, id, { isLogged, isNews: isNews(planning, delivery, id) })
  setKey(key, delivery, id)
  if (thread !== key) useThread(thread, delivery, root)
}

/**
 * Whether something stands worse than the stored post shows. Updates that wait together are one write, so the last of them is
 * compared with what people have seen.
 */
function isNews({ stored }: Planning, delivery: KeyedDelivery, post: string): boolean {
  const seen = stored.keys.get(keyName(delivery, delivery.updateKey))
  return seen?.postId === post && stored.posts.has(post) && isWorse(delivery.news?.standing, seen.standing)
}

/** Without a thread, further texts of a long delivery are posts in the channel. */
function byThread(planning: Planning, delivery: KeyedDelivery, thread: DraftKey | undefined): void {
  if (thread && thread.deletedBy > delivery.order)
    return void place(planning, delivery, { outcome: 'superseded', earlier: thread.postId })
  const root = findRoot(planning, delivery, thread)
  const id = addPost(planning, delivery, root, root)
  useThread(thread, delivery, root || id)
}

/** Points a thread's key to its root. A mere reply has no place in the order, because it would make waiting updates late. */
function useThread(thread: DraftKey | undefined, delivery: KeyedDelivery, root: string): void {
  if (thread?.isLive && thread.postId === root && !delivery.close) thread.isChanged = true
  else setKey(thread, delivery, root)
}

/** Whether a newer state was applied, by the key or by an edit or deletion of its post. */
function isLate(planning: Planning, { order }: KeyedDelivery, key: DraftKey): boolean {
  if (key.appliedId > order || key.deletedBy > order) return true
  if (key.appliedId === order && !isThere(planning, key.postId)) return true
  const edit = planning.stored.posts.get(key.postId)?.contentOrder ?? ''
  return key.isLive && edit > order && edit > key.appliedId
}

/** A newer state has won. With a thread, the delivery is still a reply. */
function supersede(
  planning: Planning,
  delivery: KeyedDelivery,
  key: DraftKey,
  thread: DraftKey | undefined,
): void {
  const root = thread?.postId ?? ''
  if (root !== '' && isThere(planning, root)) addPost(planning, delivery, root, root)
  else place(planning, delivery, { outcome: 'superseded', earlier: key.postId })
}

/** Returns the post to reply to, or nothing. A late delivery still replies in a thread that was closed after it. */
function findRoot(planning: Planning, delivery: KeyedDelivery, thread: DraftKey | undefined): string {
  if (thread && isThere(planning, thread.postId) && (thread.isLive || thread.appliedId > delivery.order))
    return thread.postId
  const target = planning.stored.posts.get(delivery.replyTo)
  const isHere = target?.channelId === delivery.channelId && isThere(planning, target.id)
  return isHere ? rootFor(planning, target.id) : ''
}

/** Edits the first of the posts and deletes the others, or deletes all. A rejected one had no posts left. */
function changeByIds(
  planning: Planning,
  delivery: KeyedDelivery,
  { kind, posts }: NonNullable<KeyedDelivery['change']>,
): void {
  const { stored, guarded, removals } = planning
  const [first, ...others] = posts.flatMap(id => (isThere(planning, id) ? (stored.posts.get(id) ?? []) : []))
  if (!first) return void place(planning, delivery, { outcome: 'rejected' })
  const isEdit = kind === 'edit'
  if (isEdit && first.contentOrder > delivery.order)
    return void place(planning, delivery, { outcome: 'superseded', earlier: first.id })
  for (const post of [first, ...others]) guarded.set(post.id, post)
  if (isEdit) updatePost(planning, delivery, first.id, { isLogged: false, isNews: false })
  else place(planning, delivery, { outcome: 'updated', earlier: first.id })
  for (const { id } of isEdit ? others : [first, ...others]) removals.set(id, delivery.id)
}

/**
 * Counts a delivery in the post that already shows its content. Returns false if there is none, its window is over, or somebody
 * changed it since. Deliveries with keys are repeats only as long as their keys lead to that post.
 */
function countRepeat(
  planning: Planning,
  delivery: KeyedDelivery,
  key: DraftKey | undefined,
  thread: DraftKey | undefined,
): boolean {
  const content = contentKey(planning, delivery)
  if (!content || !isInWindow(content, delivery) || !isUnchanged(planning, content)) return false
  const { postId: post } = content
  if (key && !(isLive(planning, key) && key.postId === post)) return false
  if (thread && !(isLive(planning, thread) && thread.postId === rootFor(planning, post))) return false
  place(planning, delivery, { outcome: 'collapsed', earlier: post })
  setContent(content, delivery, { repeats: content.repeats + 1 })
  setKey(key, delivery, post)
  if (thread) thread.isChanged = true
  const stored = planning.stored.posts.get(post)
  if (stored) planning.guarded.set(post, stored)
  planning.repeats.set(post, { count: content.repeats, lastAt: timeOf(content.appliedId), by: delivery.id })
  return true
}

/** Counts from a post that was just planned. The window begins with it, so no series hides new posts for longer. */
function startCounting(planning: Planning, delivery: KeyedDelivery): void {
  const content = contentKey(planning, delivery)
  const placement = planning.placements.get(delivery.id)
  if (!content || !placement || (content.postId !== '' && startOf(content) > timeOf(delivery.id))) return
  const first = { repeats: 1, appliedId: delivery.id }
  if (placement.first === 'earlier') {
    setContent(content, delivery, { ...first, postId: placement.earlier ?? '', contentOf: delivery.id })
  } else if (placement.first === 'post') {
    const number = delivery.updateKey === '' ? (delivery.collapse?.number ?? 1) : 1
    const post = postId(delivery.id, number)
    if (number > 1) planning.rootOf.set(post, placement.rest?.rootId ?? '')
    setContent(content, delivery, { ...first, postId: post, contentOf: '' })
  }
}

/** Returns the key of a delivery's content. One that closes its keys must take effect, so it is no repeat. */
function contentKey(planning: Planning, delivery: KeyedDelivery): DraftKey | undefined {
  const { collapse, close, threadKey, updateKey } = delivery
  const isClosing = close && threadKey + updateKey !== ''
  return collapse && !isClosing ? findKey(planning, delivery, collapse.digest) : undefined
}

function setContent(content: DraftKey, { id, collapse }: KeyedDelivery, change: Partial<DraftKey>): void {
  const appliedId = id > content.appliedId ? id : content.appliedId
  Object.assign(content, { appliedId, ...change, isChanged: true })
  content.endsAt = startOf(content) + (collapse?.windowMs ?? 0)
}

/** When the first delivery of the series was accepted. */
function startOf({ contentOf, postId }: DraftKey): number {
  return timeOf(contentOf || postId)
}

/** A delivery that was accepted a little before the first may be processed after it. */
function isInWindow(content: DraftKey, { id, collapse }: KeyedDelivery): boolean {
  return content.postId !== '' && Math.abs(timeOf(id) - startOf(content)) <= (collapse?.windowMs ?? 0)
}

function isUnchanged(planning: Planning, { postId: post, contentOf }: DraftKey): boolean {
  const { stored, contents, openers, removals } = planning
  if (!isThere(planning, post) || removals.has(rootFor(planning, post))) return false
  const placed = contents.get(post)
  const before = stored.posts.get(post)
  if (!placed) return (before?.contentOf ?? '') === contentOf && before?.isEdited !== true
  return (placed === openers.get(post) ? '' : placed.id) === contentOf
}
