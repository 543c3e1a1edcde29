import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Appearance,
  type Bounds,
  beyondBounds,
  composePosts,
  htmlVersion,
  type Payload,
  postId,
  type Render,
  timeOf,
  type Unpostable,
} from '@posthorn/core'
import { type Hook, type Mentioning, mentioning, type PostChannel, type PostRow } from '@posthorn/db'
import type { Lane, Pause } from '@posthorn/queue'

/** How long posts are composed without a pause. Locks need renewing, and other hooks must not wait for a flood. */
const pauseEveryMs = { shared: 20, flood: 2 }

/** A post to store, and the users whom it may mention. */
export type Composed = Mentioning & { row: PostRow }

/** A lane, and the pause in which work in it yields to others. */
export type Pacing = { lane: Lane; pause?: Pause | undefined }

/** Composes deliveries one by one, with pauses. Stops composing a delivery that exceeds its bounds. */
export function composer(render: Render | undefined, bounds: Bounds, { lane, pause = nextTurn }: Pacing) {
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
      const over = beyondBounds(bounds, posts.length + 1, htmlBytes)
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
      if (performance.now() - since < pauseEveryMs[lane]) continue
      await pause()
      since = performance.now()
    }
    return posts
  }
}
