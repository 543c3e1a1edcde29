import type { Outcome } from '../outcome.js'

/** A delivery that refers to earlier posts. Digests and ids are empty if absent. */
export type KeyedDelivery = {
  id: string
  /** The id that orders it among deliveries of its key: a replay has that of its original. */
  order: string
  hookId: string
  channelId: string
  /** Digests of the sender's keys. */
  threadKey: string
  updateKey: string
  close: boolean
  /** The id of a post to reply to. */
  replyTo: string
  /** Set if it edits or deletes posts by their ids. */
  change?: { kind: ChangeKind; posts: string[] } | undefined
}

export type ChangeKind = 'edit' | 'delete'

/** A key as stored. `isLive`: it is neither closed nor expired, and its post exists. */
export type KeyState = {
  postId: string
  /** The highest order of an applied delivery. */
  appliedId: string
  isLive: boolean
  /** The order of the delivery that deleted its post while it was in use, else empty. */
  deletedBy: string
  /** Increases with each write. */
  version: number
}

/** A live post as stored. `contentOf`: the delivery that made its current content, if any, and its order. */
export type PostState = {
  id: string
  channelId: string
  rootId: string
  updateAt: number
  contentOf: string
  contentOrder: string
}

/** What is stored about the keys and posts of a batch, by `keyName` and by post id. */
export type Stored = { keys: Map<string, KeyState>; posts: Map<string, PostState> }

/** Returns the name of a key in `Stored`. Keys belong to one hook and channel. */
export function keyName(
  { hookId, channelId }: { hookId: string; channelId: string },
  digest: string,
): string {
  return `${hookId} ${channelId} ${digest}`
}

/** What becomes of a delivery's composed posts. */
export type Placement = {
  id: string
  outcome: Outcome
  /** The earlier post that it changes, or whose newer state won. */
  earlier: string | undefined
  /** The root of its own posts; empty for posts in the channel. */
  rootId: string
  /** Where its first text goes: a post of its own, the earlier post, or nowhere. */
  first: 'post' | 'earlier' | 'nowhere'
  /** Whether its further texts become posts, and below which root. */
  rest: { rootId: string } | undefined
  /** Whether all its texts are replies as well, numbered from 2. */
  isLogged: boolean
  /** The later delivery of this batch whose text its own first post has. */
  contentFrom: string | undefined
  /** Names in the payload that had no effect. */
  ignored: string[]
}

/** A stored post whose content is replaced. `overflowOf`: the delivery whose further texts in the thread are removed. */
export type Update = { by: string; overflowOf: string | undefined }

/** A key to write. `version`: the stored one, or undefined for a new key. */
export type KeyWrite = {
  name: string
  postId: string
  appliedId: string
  isClosed: boolean
  version: number | undefined
}

/** Everything to write. `guarded`: the stored posts that the plan relies on. */
export type Plan = {
  placements: Placement[]
  updates: Map<string, Update>
  /** Posts to delete, and the delivery that deletes them. */
  removals: Map<string, string>
  keys: KeyWrite[]
  guarded: PostState[]
}
