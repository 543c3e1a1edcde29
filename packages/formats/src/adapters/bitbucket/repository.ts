import { type BuildState, buildPost, buildState } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown, threadKeyOf } from '../forges/events.js'
import { commitLine, type ForgePush, pushText } from '../forges/push.js'
import { addressBelow, excerpt, lines, linked, sentence } from '../forges/sentence.js'
import { joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { bitbucketActor, bitbucketAuthor, bitbucketLink, bitbucketRepository } from './bitbucket-values.js'

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

/** Reads `repo:push`, which announces all branches and tags that a push changed. */
export const bitbucketPush: EventReader = (body, event) => {
  const changes = body.at('push', 'changes').items
  if (changes.length === 0) return notShown(event, 'the push changed nothing')
  const shown = changes.slice(0, maxRefs).map(change => pushText(pushOf(body, change)))
  const hidden = body.at('push', 'changes').length - shown.length
  const more = hidden > 0 && `… and ${hidden} more branches and tags`
  return { event, text: joined([...shown, more], '\n\n') }
}

function pushOf(body: Native, change: Native): ForgePush {
  const isDeleted = change.at('closed').isTrue || !change.at('new').exists
  const isCreated = change.at('created').isTrue || !change.at('old').exists
  const ref = isDeleted ? change.at('old') : change.at('new')
  const isTag = ref.at('type').text.endsWith('tag')
  const isUpdate = !isDeleted && !isCreated
  return {
    who: bitbucketActor(body),
    where: bitbucketRepository(body),
    kind: isTag ? 'tag' : 'branch',
    ref: { name: ref.at('name').text, url: isDeleted ? '' : bitbucketLink(ref) },
    change: changeOf(isDeleted, isCreated, change.at('forced').isTrue),
    url: bitbucketLink(change),
    commits: isUpdate && !isTag ? change.at('commits').items.map(commitOf) : [],
    hasMore: isUpdate && change.at('truncated').isTrue,
  }
}

function changeOf(isDeleted: boolean, isCreated: boolean, isForced: boolean): ForgePush['change'] {
  if (isDeleted) return 'deleted'
  if (isCreated) return 'created'
  return isForced ? 'forced' : 'updated'
}

function commitOf(commit: Native) {
  return {
    sha: commit.at('hash').text,
    url: bitbucketLink(commit),
    message: commit.at('message').text,
    author: bitbucketAuthor(commit),
  }
}

const states = new Map<string, BuildState>([
  ['SUCCESSFUL', 'passed'],
  ['FAILED', 'failed'],
  ['STOPPED', 'stopped'],
  ['INPROGRESS', 'running'],
])

/** Reads `repo:commit_status_created` and `repo:commit_status_updated`. */
export const bitbucketStatus: EventReader = (body, event) => {
  const status = body.at('commit_status')
  const where = bitbucketRepository(body)
  const commit = status.at('commit')
  const sha = commit.at('hash').text
  const branch = status.at('refname').text
  const { text: key } = status.at('key')
  return buildPost({
    event: eventName(event, status.at('state').text.toLowerCase()),
    state: buildState(states, status.at('state').text),
    build: { name: status.at('name').text || key, url: status.at('url').text },
    ref: { name: branch, url: addressBelow(where.url, branch && `branch/${branch}`) },
    where,
    who: bitbucketActor(body),
    details: [
      plain(status.at('description').text),
      commitLine({
        sha,
        url: bitbucketLink(commit) || addressBelow(where.url, sha && `commits/${sha}`),
        message: commit.at('message').text,
        author: bitbucketAuthor(commit),
      }),
    ],
    key: keyFor('status', `${where.name} ${sha}`, key),
  })
}

/** Reads `repo:commit_comment_created`. */
export const bitbucketCommitComment: EventReader = (body, event) => {
  const where = bitbucketRepository(body)
  const sha = body.at('commit', 'hash').text
  const comment = body.at('comment')
  const item = { name: sha.slice(0, 7), url: bitbucketLink(comment) }
  const first = sentence({ who: bitbucketActor(body), did: 'commented on the commit', item, where })
  const text = lines(first, excerpt(comment.at('content', 'raw')))
  return { event, text, ...threadKeyOf('commit', where.name, sha) }
}

/** Reads `repo:fork`. */
export const bitbucketFork: EventReader = (body, event) => {
  const fork = body.at('fork')
  const copy = linked({ name: fork.at('full_name').text, url: bitbucketLink(fork) })
  const item = bitbucketRepository(body)
  return {
    event,
    text: sentence({ who: bitbucketActor(body), did: 'forked', item, after: copy && `to ${copy}` }),
  }
}

/** Reads `repo:transfer`, `repo:deleted` and `repo:created`. */
export const bitbucketRepositoryChange: EventReader = (body, event) => {
  const acts = {
    'repo:created': { did: 'created the repository' },
    'repo:deleted': { sign: '⚠️', did: 'deleted the repository' },
    'repo:transfer': { sign: '⚠️', did: 'received the repository' },
  }
  const act = Object.hasOwn(acts, event) && acts[event as keyof typeof acts]
  if (!act) return notShown(event)
  const before = body.at('previous_workspace', 'slug').text || body.at('previous_workspace', 'name').text
  const after = before !== '' && `from ${plain(before, 100)}`
  return {
    event,
    text: sentence({ ...act, who: bitbucketActor(body), item: bitbucketRepository(body), after }),
  }
}

/** Reads `repo:updated`: a new name, and whether everybody can see the repository. */
export const bitbucketUpdate: EventReader = (body, event) => {
  const [name, isPrivate] = [
    body.at('changes', 'full_name', 'old').text,
    body.at('changes', 'is_private', 'new'),
  ]
  const [who, item] = [bitbucketActor(body), bitbucketRepository(body)]
  if (isPrivate.exists) {
    const sign = isPrivate.isTrue ? '' : '⚠️'
    return {
      event,
      text: sentence({
        sign,
        who,
        did: `made the repository ${isPrivate.isTrue ? 'private' : 'public'}:`,
        item,
      }),
    }
  }
  const before = name || body.at('changes', 'name', 'old').text
  if (before === '') return notShown(event, 'only a new name or visibility is shown')
  return {
    event,
    text: sentence({ who, did: 'renamed the repository', item, after: `(was: ${plain(before)})` }),
  }
}
