import type { OpenHook } from '@posthorn/db'
import type { Acceptance, AcceptDeps, HookCall } from '../call.js'
import type { Arguments } from '../read-arguments.js'
import { acceptTraced } from '../trace-call.js'
import type { Sender } from './senders.js'

/** The request of a call of Slack's API, without what its method decides. */
export type RequestFacts = Pick<
  HookCall,
  'address' | 'headers' | 'requestId' | 'caller' | 'idempotencyKey' | 'hookId' | 'ownerId'
>

/** A call of a method by a known sender. `origin`: the server's public address. */
export type MethodCall = {
  deps: AcceptDeps
  sender: Sender
  args: Arguments['args']
  payload: Arguments['payload']
  facts: RequestFacts
  origin: string
  /** Counts an accepted or refused delivery. */
  counted: (call: HookCall, acceptance: Acceptance) => void
}

/** Stores a delivery of the sender like any other, and waits for its outcome. */
export async function deliver(
  { deps, sender, facts, counted }: MethodCall,
  payload: string,
  more: Pick<HookCall, 'format' | 'wait' | 'change' | 'idempotencyKey'>,
): Promise<Acceptance> {
  const body = Buffer.from(payload)
  const call: HookCall = {
    ...facts,
    ...more,
    key: '',
    opened: sender.hook,
    hookId: sender.hook.id,
    ownerId: sender.hook.ownerId,
    standing: sender.standing,
    contentType: 'application/json',
    query: '',
    maybeLarge: true,
    limitBytes: body.length,
    readBody: async () => body,
  }
  const acceptance = await acceptTraced(deps, call)
  counted(call, acceptance)
  return acceptance
}

/** Returns an argument that is a text; empty if it is missing or of another kind. */
export function textArgument(args: Record<string, unknown>, name: string): string {
  const value = args[name]
  return typeof value === 'string' ? value : ''
}

/** Returns how the name or id of a channel is looked up. */
export function channelRef(channel: string, { teamId }: OpenHook['hook']) {
  return { channel: channel.startsWith('#') ? channel.slice(1) : channel, teamId }
}
