import type { Payload } from './payload/payload.js'

/** Where a delivery goes. Names are as written: whether they exist, and may be posted to, the worker knows. */
export type Target =
  | { kind: 'default' } // the hook's channel
  | { kind: 'user'; username: string } // the direct channel of the hook's creator and this user
  | { kind: 'channel'; name: string }

/** Read `channel`: `@name` is a user, one `#` before a channel's name is ignored (docs/behaviour.md, targets). */
export function targetOf({ channel }: Payload): Target {
  if (channel === '') return { kind: 'default' }
  if (channel.startsWith('@')) return { kind: 'user', username: channel.slice(1) }
  return { kind: 'channel', name: channel.startsWith('#') ? channel.slice(1) : channel }
}
