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

/** What can be made of a caller's text, by name. Each is pure, so that a thread can do it. */
export const textWorks = { readPayload, composePreview, readUserPost }
export type TextWorks = typeof textWorks

/** What a payload says; `maxPosts` is what a delivery may become. */
function readPayload({ payload, maxPosts }: { payload: string; maxPosts: number }): PayloadReading {
  const reading = parsePayload(payload)
  if (reading.outcome !== 'read') return reading
  const tooMany = tooManyPosts(reading.payload, maxPosts)
  return tooMany === undefined ? reading : { outcome: 'too_many_posts', detail: tooMany }
}

type Composing = { payload: Payload; look: Appearance; bounds: Bounds; maxShown: number }

/** The posts that a payload would become: how many, and the first of them. Or why it is too much. */
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
