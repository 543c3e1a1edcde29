import type { Case, Observed, ObservedPost } from './cases.js'
import type { Seen } from './replay.js'
import { unlike } from './unlike.js'

/** Nothing when a reference did what was seen; else, line by line, what differs from each of them. */
export function check(one: Case, seen: Seen): string[] {
  const differences = references(one).map(observed => difference(one, observed, seen))
  return differences.some(lines => lines.length === 0) ? [] : [...new Set(differences.flat())]
}

function difference(one: Case, observed: Observed, seen: Seen): string[] {
  const { status, told } = seen
  const otherAnswer = unlike(expectedAnswer(observed, seen), { status, told })
  return otherAnswer.length > 0
    ? otherAnswer
    : unlike(expectedPosts(one, observed), shownPosts(observed, seen))
}

/**
 * What to match: 3.10.3 and 4.10.10, which serve API v3; where they differ, either. 5.37.0 is background, and asked only
 * about what is younger than both.
 */
function references({ observed }: Case): Observed[] {
  const { 'v3.10.3': older, 'v4.10.10': newer, 'v5.37.0': background } = observed
  const both = [older, newer].filter(answer => answer !== undefined)
  return both.length > 0 || !background ? both : [background]
}

/** Where a page was shown instead of an error object, only the status counts. */
function expectedAnswer({ status, error_id, body }: Observed, { told }: Seen) {
  return { status, told: error_id ?? (status === 200 ? body : told) }
}

function expectedPosts(one: Case, { posts = [], posts_count = posts.length }: Observed) {
  return { count: posts_count, posts: posts.map(post => asBuilt(one, post)) }
}

function shownPosts({ posts_count }: Observed, { posts }: Seen) {
  const shown = posts_count === undefined ? posts : [...posts.slice(0, 3), ...posts.slice(-2)]
  return { count: posts.length, posts: shown }
}

/**
 * What is built so for every post. "Posting name when the override is off | `webhook`" (docs/behaviour.md, posts): the reference stores no
 * name then. `webhook_display_name`: "[4.6+] the hook's `display_name` (always set, overwrites payload)" (docs/behaviour.md, posts).
 */
function asBuilt({ hook, settings }: Case, { channel, message = '', type = '', props }: ObservedPost) {
  const name = settings.EnablePostUsernameOverride ? {} : { override_username: 'webhook' }
  return { channel, message, type, props: { ...props, ...name, webhook_display_name: `disp ${hook}` } }
}
