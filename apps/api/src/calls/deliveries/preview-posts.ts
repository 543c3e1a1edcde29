import {
  type Appearance,
  beyondBounds,
  boundsOf,
  composePosts,
  type DraftPost,
  type Payload,
  type Unpostable,
} from '@posthorn/core'
import type { ApiDeps } from '../../deps.js'

/** Others are to have their turn while a long text is composed. */
const yieldEveryMs = 20

/** The posts that a payload would become, or why it is too much. */
export async function previewPosts(
  { settings }: Pick<ApiDeps, 'settings'>,
  payload: Payload,
  look: Appearance,
): Promise<DraftPost[] | Unpostable> {
  const bounds = boundsOf(settings())
  const posts: DraftPost[] = []
  let [htmlBytes, since] = [0, performance.now()]
  for (const { message, html, type, props } of composePosts(payload, look)) {
    htmlBytes += Buffer.byteLength(html)
    const over = beyondBounds(bounds, posts.length + 1, htmlBytes)
    if (over) return over
    posts.push({ message, html, type, props })
    if (performance.now() - since < yieldEveryMs) continue
    await new Promise(setImmediate)
    since = performance.now()
  }
  return posts
}
