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
  translateInSteps,
  type Unpostable,
} from '@posthorn/core'
import { type Hook, type Mentioning, mentioning, type PostChannel, type PostRow } from '@posthorn/db'
import { openPacer, type Pacing } from './decode.js'

/** A post to store, and the users whom it may mention. */
export type Composed = Mentioning & { row: PostRow }

/** Composes deliveries one by one, with pauses. Stops composing a delivery that exceeds its bounds. */
export function composer(render: Render | undefined, bounds: Bounds, pacing: Pacing) {
  const rest = openPacer(pacing)
  return async (
    deliveryId: string,
    payload: Payload,
    look: Appearance,
    { hook, channel }: { hook: Hook; channel: PostChannel },
  ): Promise<Composed[] | Unpostable> => {
    const posts: Composed[] = []
    let htmlBytes = 0
    const text = await translated(payload.text, rest)
    for (const draft of composePosts(payload, look, render, text)) {
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
      const due = rest()
      if (due) await due
    }
    return posts
  }
}

async function translated(text: string, rest: ReturnType<typeof openPacer>): Promise<string> {
  const steps = translateInSteps(text)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    const due = rest()
    if (due) await due
  }
}
