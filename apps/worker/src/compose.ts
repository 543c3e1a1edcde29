import { composePosts, htmlVersion, type Look, type Payload, postId, timeOf } from '@posthorn/core'
import type { Channel, Hook, PostRow, Settings } from '@posthorn/db'

export type Render = Parameters<typeof composePosts>[2]

/** How long posts are composed before the event loop may turn: locks want renewing. */
const breathAfterMs = 20

/** Composes delivery after delivery, letting the event loop turn in between. */
export function composer(settings: Settings, render: Render) {
  let since = performance.now()
  return async (deliveryId: string, payload: Payload, hook: Hook, channel: Channel): Promise<PostRow[]> => {
    const look: Look = {
      hookDisplayName: hook.displayName,
      overrideUsername: settings.EnablePostUsernameOverride,
      overrideIcon: settings.EnablePostIconOverride,
    }
    const posts: PostRow[] = []
    for (const { message, html, type, props } of composePosts(payload, look, render)) {
      posts.push({
        id: postId(deliveryId, posts.length + 1),
        createAt: timeOf(deliveryId),
        userId: hook.userId,
        channelId: channel.id,
        message,
        html,
        htmlVersion,
        type,
        props: JSON.stringify(props),
      })
      if (performance.now() - since < breathAfterMs) continue
      await new Promise(setImmediate)
      since = performance.now()
    }
    return posts
  }
}
