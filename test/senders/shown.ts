import {
  type Appearance,
  composePosts,
  type DraftPost,
  ignoredIn,
  type PayloadRefusal,
  readPayload,
  targetOf,
} from '@posthorn/core'
import { bodyNamed, sources } from './bodies.js'

/** The result of a body: its posts, or why there are none. */
export type Shown =
  | { outcome: 'posted'; posts: DraftPost[]; ignored: string[]; channel: string }
  | { outcome: 'refused'; refusal: PayloadRefusal; detail: string }

/** Shows senders' names and icons, so that a rendered page shows its sender. */
export const appearance: Appearance = {
  hookDisplayName: 'First hook',
  overrideUsername: true,
  overrideIcon: true,
}

export function shown(name: string): Shown {
  const { bytes, contentType } = bodyNamed(name)
  const reading = readPayload(bytes, contentType)
  if (reading.outcome !== 'read')
    return { outcome: 'refused', refusal: reading.outcome, detail: reading.detail }
  const target = targetOf(reading.payload)
  return {
    outcome: 'posted',
    posts: [...composePosts(reading.payload, appearance)],
    ignored: ignoredIn(reading.payload, appearance),
    channel: target.kind === 'channel' ? target.name : 'town-square',
  }
}

/** Returns the page to review: the source of the body's shape, the result, and the posts as stored. */
export function pageOf(name: string, one: Shown): string {
  return [`<!-- ${sources[name]} -->`, ...linesOf(one), ''].join('\n')
}

function linesOf(one: Shown): string[] {
  if (one.outcome === 'refused') return [`<!-- refused: ${one.refusal}: ${one.detail} -->`]
  const [post] = one.posts
  return [
    `<!-- ${post?.props.override_username} in ${one.channel} -->`,
    `<!-- ignored: ${one.ignored.join(', ') || 'nothing'} -->`,
    ...one.posts.map(({ html }) => html.trimEnd()),
  ]
}
