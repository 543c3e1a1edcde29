import { type BuildState, buildPost } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown, threadKeyOf } from '../forges/events.js'
import { addressBelow, linked } from '../forges/place.js'
import { commitLine } from '../forges/push.js'
import { excerpt, lines, person, sentence } from '../forges/sentence.js'
import { plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  bitbucketActor,
  bitbucketAuthor,
  bitbucketItem,
  bitbucketLink,
  bitbucketName,
  bitbucketRepository,
  bitbucketThread,
} from './common.js'

const states = new Map<string, BuildState>([
  ['SUCCESSFUL', 'passed'],
  ['FAILED', 'failed'],
  ['STOPPED', 'stopped'],
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
    state: states.get(status.at('state').text) ?? 'running',
    build: { name: status.at('name').text || key, url: status.at('url').text },
    ref: { name: branch, url: addressBelow(where.url, branch && `branch/${branch}`) },
    where,
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

/** Reads `issue:created` and `issue:comment_created`, and of `issue:updated` a new status or assignee. */
export const bitbucketIssue: EventReader = (body, event) => {
  const [issue, comment] = [body.at('issue'), body.at('comment')]
  const isNew = event === 'issue:created'
  const act = isNew ? { did: 'opened the issue' } : updateOf(body, event)
  if (!act) return notShown(event, 'only some updates are shown')
  const isComment = event === 'issue:comment_created'
  const item = isComment ? bitbucketItem(issue, bitbucketLink(comment)) : bitbucketItem(issue)
  const where = bitbucketRepository(body)
  const first = sentence({ ...act, who: bitbucketActor(body), item, where })
  const text = lines(first, excerpt((isNew ? issue : comment).at('content', 'raw')))
  return { event, text, ...bitbucketThread(body, 'issue', issue) }
}

function updateOf(body: Native, event: string): { did: string; after?: string } | undefined {
  if (event === 'issue:comment_created') return { did: 'commented on' }
  const status = body.at('changes', 'status', 'new').text
  if (status !== '') return { did: 'set the issue', after: `to ${plain(status, 40)}` }
  const assignee = bitbucketName(body.at('changes', 'assignee', 'new'))
  return assignee === '' ? undefined : { did: 'assigned the issue', after: `to ${person(assignee)}` }
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
