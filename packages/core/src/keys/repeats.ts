import { postId, timeOf } from '../ids.js'
import { type DraftKey, findKey, isLive, isThere, type Planning, place, rootFor, setKey } from './planning.js'
import type { KeyedDelivery } from './states.js'

/**
 * Counts a delivery in the post that already shows its content. Returns false if there is none, its window is over, or somebody
 * changed it since. Deliveries with keys are repeats only as long as their keys lead to that post.
 */
export function countRepeat(
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
export function startCounting(planning: Planning, delivery: KeyedDelivery): void {
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
