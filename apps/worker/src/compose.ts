import {
  type Appearance,
  composePosts,
  htmlVersion,
  type Payload,
  postId,
  type Render,
  timeOf,
} from '@posthorn/core'
import {
  type Hook,
  type Mentioning,
  mentioning,
  type PostChannel,
  type PostRow,
  type Settings,
} from '@posthorn/db'
import type { Lane } from '@posthorn/queue'

/** How long posts are composed before the event loop may turn: locks want renewing, and nobody is to wait for a flood. */
const yieldEveryMs = { shared: 20, flood: 2 }

/** A post to be stored, and whom it may mention. */
export type Composed = Mentioning & { row: PostRow }

/** What one delivery may become. */
export type Bounds = { maxPosts: number; maxHtmlBytes: number }

export type Unpostable = { reason: 'too_many_posts' | 'too_much_html'; detail: string }

export function boundsOf(settings: Settings): Bounds {
  return { maxPosts: settings.MaxPostsPerDelivery, maxHtmlBytes: settings.MaxHtmlBytesPerDelivery }
}

/** How a hook's posts look under the settings in force. */
export function appearanceOf(settings: Settings, hook: Hook): Appearance {
  return {
    hookDisplayName: hook.displayName,
    overrideUsername: settings.EnablePostUsernameOverride,
    overrideIcon: settings.EnablePostIconOverride,
  }
}

/** Composes delivery after delivery, letting the event loop turn in between. What becomes too much is not composed to its end. */
export function composer(render: Render | undefined, bounds: Bounds, lane: Lane) {
  let since = performance.now()
  return async (
    deliveryId: string,
    payload: Payload,
    look: Appearance,
    { hook, channel }: { hook: Hook; channel: PostChannel },
  ): Promise<Composed[] | Unpostable> => {
    const posts: Composed[] = []
    let htmlBytes = 0
    for (const draft of composePosts(payload, look, render)) {
      const { message, html, type, props } = draft
      htmlBytes += Buffer.byteLength(html)
      const over = beyond(bounds, posts.length + 1, htmlBytes)
      if (over) return over
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
      if (performance.now() - since < yieldEveryMs[lane]) continue
      await new Promise(setImmediate)
      since = performance.now()
    }
    return posts
  }
}

function beyond(
  { maxPosts, maxHtmlBytes }: Bounds,
  posts: number,
  htmlBytes: number,
): Unpostable | undefined {
  if (posts > maxPosts)
    return {
      reason: 'too_many_posts',
      detail: `This would be more than ${maxPosts} posts, the most that are taken.`,
    }
  if (htmlBytes > maxHtmlBytes)
    return { reason: 'too_much_html', detail: `This would be more than ${maxHtmlBytes} bytes of HTML.` }
  return undefined
}
