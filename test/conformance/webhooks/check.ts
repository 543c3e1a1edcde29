import { fromAllReferences } from '../reference.js'
import type { Case, Observed, ObservedPost } from './cases.js'
import { diff } from './diff.js'
import type { Seen } from './replay.js'

/** Returns nothing if a reference did the same, otherwise the differences from each reference, by line. */
export function check(one: Case, seen: Seen): string[] {
  return fromAllReferences(one, observed => difference(one, observed, seen))
}

function difference(one: Case, observed: Observed, seen: Seen): string[] {
  const { status, answer } = seen
  const otherAnswer = diff(expectedAnswer(observed, seen), { status, answer })
  return otherAnswer.length > 0 ? otherAnswer : diff(expectedPosts(one, observed), shownPosts(observed, seen))
}

/** If a page was shown instead of an error object, only the status counts. */
function expectedAnswer({ status, error_id, body }: Observed, { answer }: Seen) {
  return { status, answer: error_id ?? (status === 200 ? body : answer) }
}

function expectedPosts(one: Case, { posts = [], posts_count = posts.length }: Observed) {
  return { count: posts_count, posts: posts.map(post => asBuilt(one, post)) }
}

function shownPosts({ posts_count }: Observed, { posts }: Seen) {
  const shown = posts_count === undefined ? posts : [...posts.slice(0, 3), ...posts.slice(-2)]
  return { count: posts.length, posts: shown }
}

/**
 * Intended differences of every post. "Posting name when the override is off | `webhook`" (docs/behaviour.md, posts): the
 * reference stores no name then. `webhook_display_name`: "[4.6+] the hook's `display_name` (always set, overwrites payload)"
 * (docs/behaviour.md, posts).
 */
function asBuilt({ hook, settings }: Case, { channel, message = '', type = '', props }: ObservedPost) {
  const name = settings.EnablePostUsernameOverride ? {} : { override_username: 'webhook' }
  return { channel, message, type, props: { ...props, ...name, webhook_display_name: `disp ${hook}` } }
}
