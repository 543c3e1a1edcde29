import {
  type KeyedDelivery,
  type KeyState,
  keyName,
  type Outcome,
  type Placement,
  type PostState,
  postId,
  type Repeats,
  type Stored,
  type Update,
} from '@posthorn/core'

/** A key while planning. `version` is undefined for a new key. `endsAt`: when the window of a content ends. */
export type DraftKey = Omit<KeyState, 'version'> & {
  version: number | undefined
  endsAt: number
  isChanged: boolean
}

const newKey: DraftKey = {
  postId: '',
  appliedId: '',
  isLive: false,
  deletedBy: '',
  version: undefined,
  repeats: 0,
  contentOf: '',
  endsAt: 0,
  isChanged: false,
}

/** What was decided so far. */
export type Planning = {
  stored: Stored
  keys: Map<string, DraftKey>
  placements: Map<string, Placement>
  /** The roots of new posts, by their ids; empty for posts in the channel. */
  rootOf: Map<string, string>
  /** The deliveries that create a post, and those whose content it has. */
  openers: Map<string, Placement>
  contents: Map<string, Placement>
  updates: Map<string, Update>
  removals: Map<string, string>
  repeats: Map<string, Repeats>
  guarded: Map<string, PostState>
}

export function startPlanning(stored: Stored): Planning {
  return {
    stored,
    keys: new Map(),
    placements: new Map(),
    rootOf: new Map(),
    openers: new Map(),
    contents: new Map(),
    updates: new Map(),
    removals: new Map(),
    repeats: new Map(),
    guarded: new Map(),
  }
}

export function findKey(
  { keys, stored }: Planning,
  delivery: KeyedDelivery,
  digest: string,
): DraftKey | undefined {
  if (digest === '') return undefined
  const name = keyName(delivery, digest)
  const known = keys.get(name)
  if (known) return known
  const state = stored.keys.get(name)
  const draft: DraftKey = { ...newKey, ...state }
  keys.set(name, draft)
  return draft
}

/** Points a key to a post. A late delivery changes nothing. */
export function setKey(key: DraftKey | undefined, { order, close, news }: KeyedDelivery, post: string): void {
  if (!key) return
  key.isChanged = true
  if (order >= key.appliedId)
    Object.assign(key, {
      postId: post,
      appliedId: order,
      isLive: !close,
      deletedBy: '',
      standing: news?.standing ?? key.standing,
    })
}

/** Returns whether a post exists, or will. */
export function isThere({ rootOf, stored, removals }: Planning, post: string): boolean {
  return (rootOf.has(post) || stored.posts.has(post)) && !removals.has(post)
}

/** Returns whether the key is in use, and its post is there. */
export function isLive(planning: Planning, key: DraftKey): boolean {
  return key.isLive && isThere(planning, key.postId)
}

/** Returns the root of a post's thread: itself if it is no reply. */
export function rootFor({ rootOf, stored }: Planning, post: string): string {
  return rootOf.get(post) || stored.posts.get(post)?.rootId || post
}

export function place(
  { placements }: Planning,
  { id }: KeyedDelivery,
  rest: Partial<Placement> & { outcome: Outcome },
): Placement {
  const placement: Placement = { ...nowhere, ...rest, id, ignored: [] }
  placements.set(id, placement)
  return placement
}

const nowhere = {
  earlier: undefined,
  rootId: '',
  first: 'nowhere',
  rest: undefined,
  isLogged: false,
  isNews: false,
  contentFrom: undefined,
} as const

/** Creates a post below `rootId`, or in the channel if that is empty. Returns its id. */
export function addPost(
  planning: Planning,
  delivery: KeyedDelivery,
  rootId: string,
  restRootId: string,
): string {
  const id = postId(delivery.id, 1)
  const outcome = rootId === '' ? 'posted' : 'replied'
  const placement = place(planning, delivery, {
    outcome,
    rootId,
    first: 'post',
    rest: { rootId: restRootId },
  })
  planning.contents.set(id, placement)
  planning.openers.set(id, placement)
  planning.rootOf.set(id, rootId)
  return id
}

/**
 * Replaces a post's content. With `isLogged`, the delivery is also a reply below it. With `isNews`, it is a reply or a new post
 * as well, which people notice.
 */
export function updatePost(
  planning: Planning,
  delivery: KeyedDelivery,
  id: string,
  { isLogged, isNews }: Pick<Placement, 'isLogged' | 'isNews'>,
): void {
  overtake(planning, delivery, id)
  const root = rootFor(planning, id)
  const copyRoot = isNews && delivery.news?.inChannel ? '' : root
  const placed = isLogged || isNews ? { rootId: copyRoot, isLogged, isNews } : { rest: { rootId: root } }
  const placement = place(planning, delivery, {
    outcome: 'updated',
    earlier: id,
    first: 'earlier',
    ...placed,
  })
  planning.contents.set(id, placement)
  const before = planning.stored.posts.get(id)
  if (!before) return
  planning.guarded.set(id, before)
  const overflowOf = isLogged ? undefined : before.contentOf || before.id
  planning.updates.set(id, { by: delivery.id, overflowOf })
}

/** Withdraws the content that an earlier delivery of this batch gave to a post. */
function overtake({ openers, contents, repeats }: Planning, { id }: KeyedDelivery, post: string): void {
  repeats.delete(post)
  const opener = openers.get(post)
  if (opener) opener.contentFrom = id
  const before = contents.get(post)
  if (!before) return
  before.rest = undefined
  before.isNews = false
  if (before === opener) return
  before.first = 'nowhere'
  before.outcome = before.isLogged ? 'replied' : 'superseded'
}
