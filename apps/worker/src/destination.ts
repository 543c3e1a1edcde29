import type { PostChannel, PostingHook } from '@posthorn/db'
import type { HookRefusal } from '@posthorn/server'

/** Where a delivery goes, or why it can go nowhere. */
export type Destination =
  | { kind: 'found'; hook: PostingHook; channel: PostChannel }
  | { kind: 'refused'; hook: PostingHook | undefined; reason: HookRefusal; detail: string }
