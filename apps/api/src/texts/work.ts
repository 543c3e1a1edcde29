import {
  type Appearance,
  type Bounds,
  beyondBounds,
  composePosts,
  type DraftPost,
  type Payload,
  type PayloadReading,
  parsePayload,
  readUserPost,
  tooManyPosts,
  type Unpostable,
} from '@posthorn/core'

/** Work on a caller's text by name. Each function is pure, so that a thread can run it. */
export const textWorks = { readPayload, composePreview, readUserPost }
export type TextWorks = typeof textWorks

/** Reads a payload; `maxPosts` is the limit per delivery. */
function readPayload({ payload, maxPosts }: { payload: string; maxPosts: number }): PayloadReading {
  const reading = parsePayload(payload)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  return tooMany === undefined ? reading : { outcome: 'too_many_posts', detail: tooMany }
}

type Composing = { payload: Payload; look: Appearance; bounds: Bounds; maxShown: number }

/** Returns the number of posts that a payload would become and the first of them, or why it is too large. */
function composePreview({
  payload,
  look,
  bounds,
  maxShown,
}: Composing): { count: number; posts: DraftPost[] } | Unpostable {
  const posts: DraftPost[] = []
  let [count, htmlBytes] = [0, 0]
  for (const post of composePosts(payload, look)) {
    htmlBytes += Buffer.byteLength(post.html)
    const over = beyondBounds(bounds, ++count, htmlBytes)
    if (over) return over
    if (count <= maxShown) posts.push(post)
  }
  return { count, posts }
}
