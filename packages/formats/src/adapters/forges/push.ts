import { count, joined, link, plain } from '../markdown.js'
import { type ForgePlace, lines, linked, listed, person } from './sentence.js'

export type ForgeCommit = { sha: string; url: string; message: string; author: string }

export type ForgePush = {
  who: string
  where: ForgePlace
  kind: 'branch' | 'tag'
  ref: ForgePlace
  change: 'created' | 'deleted' | 'forced' | 'updated'
  /** The comparison of before and after. */
  url: string
  /** The latest come first. `total` counts all of them, if that is known. */
  commits: ForgeCommit[]
  total?: number
  /** Whether there are more, but nobody says how many. */
  hasMore?: boolean
}

const maxMessage = 120

/** Returns who pushed what to where, and its latest commits. */
export function pushText(push: ForgePush): string {
  const { commits, total = commits.length } = push
  return lines(
    pushHeadline(push, total),
    listed(commits.map(commitLine), total),
    push.hasMore && commits.length > 0 && '- … and more',
  )
}

function pushHeadline(push: ForgePush, total: number): string {
  const { who, where, kind, ref, change, url, hasMore } = push
  const number = joined([hasMore && 'more than', count(total, 'commit')])
  const commits = link(total > 0 ? number : 'changes', url)
  const target = joined([linked(ref), linked(where) && `in ${linked(where)}`])
  const created = total > 0 && `with ${commits}`
  if (change === 'created') return joined([person(who), `created the ${kind}`, target, created])
  if (change === 'deleted') return joined([person(who), `deleted the ${kind}`, target])
  if (kind === 'tag') return joined([person(who), 'moved the tag', target])
  const pushed = change === 'forced' ? `⚠️ ${person(who)} force-pushed` : `${person(who)} pushed`
  return joined([pushed, commits, 'to', target])
}

/** Returns a commit on one line: its short id, the first line of its message, and its author. */
export function commitLine({ sha, url, message, author }: ForgeCommit): string {
  const [subject = ''] = message.trim().split('\n', 1)
  return joined([
    link(sha.slice(0, 7), url),
    plain(subject, maxMessage),
    author !== '' && `– ${plain(author, 60)}`,
  ])
}

/** Splits `refs/heads/main` into what it is and its name. */
export function refOf(ref: string): { kind: 'branch' | 'tag'; name: string } {
  const kind = ref.startsWith('refs/tags/') ? 'tag' : 'branch'
  return { kind, name: ref.replace(/^refs\/(?:heads|tags)\//, '') }
}

/** Whether an id stands for nothing, as before a branch exists and after it is deleted. */
export function isNoCommit(sha: string): boolean {
  return /^0{7,64}$/.test(sha)
}
