import type { Outcome } from '../outcomes.js'
import type { News, Standing } from './standing.js'

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
  /** Set if its update is news when something stands worse than the post shows. */
  news?: News | undefined
  /** Set if repeats of its content are counted in one post. */
  collapse?: Collapse | undefined
  /** Set if it edits or deletes posts by their ids. */
  change?: { kind: ChangeKind; posts: string[] } | undefined
}

/**
 * How a delivery's repeats are counted. `digest`: of its content, longer than those of keys. `number`: the post of the delivery
 * that has room for the counter.
 */
export type Collapse = { digest: string; windowMs: number; number: number }

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
  /** Of a content: how many deliveries its post shows. */
  repeats: number
  /** Of a content: the delivery that gave it to the post, if that is not the one that created the post. */
  contentOf: string
  /** How bad things stand that its post shows, if the sender says so. */
  standing?: Standing | undefined
}

/** A live post as stored. `contentOf`: the delivery that made its current content, if any, and its order. */
export type PostState = {
  id: string
  channelId: string
  rootId: string
  updateAt: number
  contentOf: string
  contentOrder: string
  /** Whether a person edited this content. Only known where repeats are counted. */
  isEdited?: boolean
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
  /** Whether something stands worse than the post showed. Its texts are replies then, or posts in the channel, and mention people. */
  isNews: boolean
  /** The later delivery of this batch whose text its own first post has. */
  contentFrom: string | undefined
  /** Names in the payload that had no effect. */
  ignored: string[]
}

/** A stored post whose content is replaced. `overflowOf`: the delivery whose further texts in the thread are removed. */
export type Update = { by: string; overflowOf: string | undefined }

/**
 * A key to write. `version`: the stored one, or undefined for a new key. `endsAt`: when the window of a content ends, else 0.
 */
export type KeyWrite = Pick<KeyState, 'postId' | 'appliedId' | 'repeats' | 'contentOf' | 'standing'> & {
  name: string
  isClosed: boolean
  endsAt: number
  version: number | undefined
}

/** The counter of a post: its deliveries, and when the last of them was accepted. `by`: one that counts for the first time. */
export type Repeats = { count: number; lastAt: number; by: string }

/** Everything to write. `guarded`: the stored posts that the plan relies on. */
export type Plan = {
  placements: Placement[]
  updates: Map<string, Update>
  /** Posts to delete, and the delivery that deletes them. */
  removals: Map<string, string>
  /** The counters to show, by post. */
  repeats: Map<string, Repeats>
  keys: KeyWrite[]
  guarded: PostState[]
}
