import type { OpenHook } from '@posthorn/db'
import { type OwnPost, toOwnPost } from '@posthorn/formats'
import type { Admission } from '@posthorn/queue'
import { openHook, ownedHook, signatureTrouble } from './accept.js'
import type { Acceptance, AcceptDeps, HookCall } from './call.js'

/** A hook's own delivery or post, with its posts. */
type Found = { id: string; outcome: string; posts: OwnPost[] } | OwnPost

/** A call that reads. `target`: the id of a post or delivery. The others are those of calls that send. */
export type ReadingCall = Pick<HookCall, 'key' | 'address' | 'headers' | 'hookId' | 'hookInPath'> & {
  target?: string | undefined
}

/** Returns the hook that the key opens. Counts as a call. */
export async function readOwnHook(
  deps: AcceptDeps,
  call: ReadingCall,
): Promise<{ hook: OpenHook['hook']; standing: Admission | undefined } | Acceptance> {
  const hook = await openHook(deps, call)
  if ('outcome' in hook) return hook
  const standing = await deps.entry.hookRate.count(ownedHook(hook))
  if (standing?.admitted === false) return { outcome: 'limited', standing }
  const trouble = signatureTrouble(deps, hook, call)
  return trouble ? { ...trouble, standing } : { hook, standing }
}

/** Returns a post of the hook that the key opens, or a delivery with its posts. */
export async function readOwnPosts(
  deps: AcceptDeps,
  call: ReadingCall,
): Promise<{ found: Found; hook: OpenHook['hook'] } | Acceptance> {
  const opened = await readOwnHook(deps, call)
  if ('outcome' in opened) return opened
  const { hook, standing } = opened
  const { target = '' } = call
  const found = await deps.findPosts(hook.id, target).catch(() => undefined)
  if (!found) return { outcome: 'cannot_look_up', standing }
  const isDelivery = target.endsWith('00')
  const [post] = found.posts
  if (isDelivery && found.outcome !== undefined)
    return { hook, found: { id: target, outcome: found.outcome, posts: found.posts.map(toOwnPost) } }
  if (!isDelivery && post) return { hook, found: toOwnPost(post) }
  return isDelivery && (await deps.mayWait(target))
    ? { outcome: 'queued', delivery: target, standing, state: 'stored' }
    : { outcome: 'no_such_post', standing }
}
