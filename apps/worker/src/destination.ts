import type { Channel, WatchedHook } from '@posthorn/db'
import type { HookRefusal } from '@posthorn/server'

/** Where a delivery goes, or why it can go nowhere. */
export type Destination =
  | { kind: 'found'; hook: WatchedHook; channel: Channel }
  | { kind: 'refused'; hook: WatchedHook | undefined; reason: HookRefusal; detail: string }
