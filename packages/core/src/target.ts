import type { Payload } from './payload/payload.js'

/** A delivery's target. Names are as written. The worker checks that they exist and accept posts. */
export type Target =
  | { kind: 'default' } // the hook's channel
  | { kind: 'user'; username: string } // the direct channel of the hook's creator and this user
  | { kind: 'channel'; name: string }

/** Reads `channel`. `@name` is a user. One leading `#` is ignored (docs/behaviour.md, targets). */
export function targetOf({ channel }: Payload): Target {
  if (channel === '') return { kind: 'default' }
  if (channel.startsWith('@')) return { kind: 'user', username: channel.slice(1) }
  return { kind: 'channel', name: channel.startsWith('#') ? channel.slice(1) : channel }
}
