import {
  composePosts,
  htmlVersion,
  type Look,
  type Payload,
  postId,
  type Render,
  timeOf,
} from '@posthorn/core'
import {
  type Channel,
  type Hook,
  type Mentioning,
  mentioning,
  type PostRow,
  type Settings,
} from '@posthorn/db'

/** How long posts are composed before the event loop may turn: locks want renewing. */
const breathAfterMs = 20

/** A post to be stored, and whom it may mention. */
export type Composed = Mentioning & { row: PostRow }

/** How a hook's posts look under the settings in force. */
export function lookOf(settings: Settings, hook: Hook): Look {
  return {
    hookDisplayName: hook.displayName,
    overrideUsername: settings.EnablePostUsernameOverride,
    overrideIcon: settings.EnablePostIconOverride,
  }
}

/** Composes delivery after delivery, letting the event loop turn in between. */
export function composer(render: Render | undefined) {
  let since = performance.now()
  return async (
    deliveryId: string,
    payload: Payload,
    look: Look,
    { hook, channel }: { hook: Hook; channel: Channel },
  ): Promise<Composed[]> => {
    const posts: Composed[] = []
    for (const draft of composePosts(payload, look, render)) {
      const { message, html, type, props } = draft
      const row = {
        id: postId(deliveryId, posts.length + 1),
        createAt: timeOf(deliveryId),
        userId: hook.userId,
        channelId: channel.id,
        message,
        html,
        htmlVersion,
        type,
        props: JSON.stringify(props),
      }
      posts.push(mentioning(row, channel, draft))
      if (performance.now() - since < breathAfterMs) continue
      await new Promise(setImmediate)
      since = performance.now()
    }
    return posts
  }
}
