import { type EventReader, notShown, threadKeyOf } from '../forges/events.js'
import { linked } from '../forges/place.js'
import { type ForgePush, pushText } from '../forges/push.js'
import { excerpt, lines, sentence } from '../forges/sentence.js'
import { joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { stashActor, stashCommitUrl, stashRepository } from './common.js'

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

const changes = new Map<string, ForgePush['change']>([
  ['ADD', 'created'],
  ['DELETE', 'deleted'],
])

/** Reads `repo:refs_changed`. Its commits are known since version 8, and belong to no branch in particular. */
export const stashPush: EventReader = (body, event) => {
  const refs = body.at('changes').items
  if (refs.length === 0) return notShown(event, 'the push changed nothing')
  const isOne = refs.length === 1
  const shown = refs.slice(0, maxRefs).map(ref => pushText(pushOf(body, ref, isOne)))
  const hidden = body.at('changes').length - shown.length
  const more = hidden > 0 && `… and ${hidden} more branches and tags`
  return { event, text: joined([...shown, more], '\n\n') }
}

function pushOf(body: Native, ref: Native, hasCommits: boolean): ForgePush {
  const where = stashRepository(body.at('repository'))
  const isTag = ref.at('ref', 'type').text === 'TAG'
  const change = changes.get(ref.at('type').text) ?? 'updated'
  const commits = body.at('commits').items.map(commit => ({
    sha: commit.at('id').text,
    url: stashCommitUrl(where, commit.at('id').text),
    message: commit.at('message').text,
    author: commit.at('author', 'displayName').text || commit.at('author', 'name').text,
  }))
  const isListed = hasCommits && !isTag && change === 'updated'
  return {
    who: stashActor(body),
    where,
    kind: isTag ? 'tag' : 'branch',
    ref: { name: ref.at('ref', 'displayId').text, url: '' },
    change,
    url: stashCommitUrl(where, ref.at('toHash').text),
    commits: isListed ? commits : [],
    total: isListed ? body.at('commits').length : 0,
  }
}

/** Reads `repo:comment:added`, a comment on a commit. */
export const stashCommitComment: EventReader = (body, event) => {
  const where = stashRepository(body.at('repository'))
  const sha = body.at('commit').text
  const item = { name: sha.slice(0, 7), url: stashCommitUrl(where, sha) }
  const first = sentence({ who: stashActor(body), did: 'commented on the commit', item, where })
  const text = lines(first, excerpt(body.at('comment', 'text')))
  return { event, text, ...threadKeyOf('commit', where.name, sha) }
}

/** Reads `repo:forked`. */
export const stashFork: EventReader = (body, event) => {
  const fork = body.at('repository')
  const item = stashRepository(fork.at('origin'))
  const after = `to ${linked(stashRepository(fork))}`
  return { event, text: sentence({ who: stashActor(body), did: 'forked', item, after }) }
}

/** Reads `repo:modified`, a new name. */
export const stashRename: EventReader = (body, event) => {
  const [before, now] = [body.at('old', 'name').text, body.at('new', 'name').text]
  if (before === now) return notShown(event)
  const item = stashRepository(body.at('new'))
  const after = `(was: ${plain(before)})`
  return { event, text: sentence({ who: stashActor(body), did: 'renamed the repository', item, after }) }
}
