import { openHook } from './accept.js'
import type { Acceptance, AcceptDeps } from './call.js'

/** A post as its hook may read it. Times are milliseconds since 1970. */
type HookPost = {
  id: string
  channel_id: string
  root_id: string
  create_at: number
  edit_at: number
  text: string
  attachments?: unknown
  username?: unknown
  icon_url?: unknown
}

/** A hook's own delivery or post, with its posts. */
type Found = { id: string; outcome: string; posts: HookPost[] } | HookPost

/** Returns a post of the hook that the key opens, or a delivery with its posts. */
export async function readOwnPosts(
  deps: AcceptDeps,
  call: { key: string; address: string; target: string; hookId?: string },
): Promise<{ found: Found } | Acceptance> {
  const hook = await openHook(deps, call)
  if ('outcome' in hook) return hook
  const standing = await deps.entry.hookRate.count(hook.id)
  if (standing?.admitted === false) return { outcome: 'limited', standing }
  const found = await deps.findPosts(hook.id, call.target).catch(() => undefined)
  if (!found) return { outcome: 'cannot_look_up', standing }
  const isDelivery = call.target.endsWith('00')
  const [post] = found.posts
  if (isDelivery && found.outcome !== undefined)
    return { found: { id: call.target, outcome: found.outcome, posts: found.posts.map(toHookPost) } }
  if (!isDelivery && post) return { found: toHookPost(post) }
  return isDelivery && (await deps.mayWait(call.target))
    ? { outcome: 'queued', delivery: call.target, standing }
    : { outcome: 'no_such_post', standing }
}

function toHookPost({
  props,
  ...post
}: Awaited<ReturnType<AcceptDeps['findPosts']>>['posts'][number]): HookPost {
  const { attachments, override_username, override_icon_url } = props
  return {
    id: post.id,
    channel_id: post.channelId,
    root_id: post.rootId,
    create_at: post.createAt,
    edit_at: post.editAt,
    text: post.message,
    ...(attachments !== undefined && { attachments }),
    ...(override_username !== undefined && { username: override_username }),
    ...(override_icon_url !== undefined && { icon_url: override_icon_url }),
  }
}
