import type { Adapter, SenderHeaders } from '../adapter.js'
import { dispatch, type EventReader, lackedField, notShown } from '../forges/events.js'
import { branches, connected, excerpt, lines, person, sentence } from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  bitbucketActor,
  bitbucketItem,
  bitbucketLink,
  bitbucketName,
  bitbucketRepository,
  bitbucketThread,
} from './bitbucket-values.js'
import {
  bitbucketCommitComment,
  bitbucketFork,
  bitbucketPush,
  bitbucketRepositoryChange,
  bitbucketStatus,
  bitbucketUpdate,
} from './repository.js'

const acts = new Map([
  ['pullrequest:created', { did: 'opened the pull request' }],
  ['pullrequest:fulfilled', { did: 'merged the pull request' }],
  ['pullrequest:rejected', { did: 'declined the pull request' }],
  ['pullrequest:approved', { sign: '✅', did: 'approved' }],
  ['pullrequest:unapproved', { did: 'withdrew the approval of' }],
  ['pullrequest:changes_request_created', { sign: '❌', did: 'requested changes in' }],
  ['pullrequest:changes_request_removed', { did: 'withdrew the request for changes in' }],
])

const isVerdict = (event: string) => /approved|changes_request/.test(event)

/** Reads the states of a pull request. */
const bitbucketPull: EventReader = (body, event) => {
  const act = acts.get(event)
  if (!act) return notShown(event)
  const pull = body.at('pullrequest')
  const [from, to] = [pull.at('source', 'branch', 'name').text, pull.at('destination', 'branch', 'name').text]
  const both = branches(from, to)
  const isDraft = event === 'pullrequest:created' && pull.at('draft').isTrue
  const first = sentence({
    ...act,
    ...(isDraft && { did: 'opened the draft pull request' }),
    who: bitbucketActor(body),
    item: bitbucketItem(pull),
    after: isVerdict(event)
      ? both && `(${both})`
      : event === 'pullrequest:fulfilled' && to !== '' && `into ${code(to)}`,
    where: bitbucketRepository(body),
  })
  const details = [both, excerpt(pull.at('description'))]
  const rest = event === 'pullrequest:created' ? details : []
  const reason = event === 'pullrequest:rejected' && excerpt(pull.at('reason'))
  return { event, text: lines(first, ...rest, reason), ...bitbucketThread(body, 'pull', pull) }
}

/** Reads `pullrequest:comment_created`. */
const bitbucketPullComment: EventReader = (body, event) => {
  const [pull, comment] = [body.at('pullrequest'), body.at('comment')]
  const inline = comment.at('inline')
  const line = inline.at('to').text || inline.at('from').text
  const path = code(joined([inline.at('path').text, line], ':'))
  const first = sentence({
    who: bitbucketActor(body),
    did: inline.exists && path !== '' ? `commented on ${path} of` : 'commented on',
    item: bitbucketItem(pull, bitbucketLink(comment)),
    where: bitbucketRepository(body),
  })
  const text = lines(first, excerpt(comment.at('content', 'raw')))
  return { event, text, ...bitbucketThread(body, 'pull', pull) }
}

/** Reads `issue:created` and `issue:comment_created`, and of `issue:updated` a new status or assignee. */
const bitbucketIssue: EventReader = (body, event) => {
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

/** Makes the reader of an event that nobody needs in a channel. */
const skipped = (reason: string): EventReader => {
  return (_body, event) => notShown(event, reason)
}

const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => ({ event: 'ping', text: connected('Bitbucket') }),
  'issue:comment_created': bitbucketIssue,
  'issue:created': bitbucketIssue,
  'issue:updated': bitbucketIssue,
  'pullrequest:approved': bitbucketPull,
  'pullrequest:changes_request_created': bitbucketPull,
  'pullrequest:changes_request_removed': bitbucketPull,
  'pullrequest:comment_created': bitbucketPullComment,
  'pullrequest:comment_deleted': skipped('deleted comments are not shown'),
  'pullrequest:comment_updated': skipped('edited comments are not shown'),
  'pullrequest:created': bitbucketPull,
  'pullrequest:fulfilled': bitbucketPull,
  'pullrequest:rejected': bitbucketPull,
  'pullrequest:unapproved': bitbucketPull,
  'pullrequest:updated': skipped('pullrequest:updated does not say what changed'),
  'repo:commit_comment_created': bitbucketCommitComment,
  'repo:commit_status_created': bitbucketStatus,
  'repo:commit_status_updated': bitbucketStatus,
  'repo:created': bitbucketRepositoryChange,
  'repo:deleted': bitbucketRepositoryChange,
  'repo:fork': bitbucketFork,
  'repo:push': bitbucketPush,
  'repo:transfer': bitbucketRepositoryChange,
  'repo:updated': bitbucketUpdate,
}

function lacks(headers: SenderHeaders, body: Native): string | undefined {
  const { 'x-event-key': event = '' } = headers
  if (event === '') return 'the header `X-Event-Key`'
  // Data Center has other names for events, and repeats them in the body
  const isOther = event === 'diagnostics:ping' || event.startsWith('pr:') || body.at('eventKey').exists
  if (isOther) return headers['x-hook-uuid'] === undefined ? 'the header `X-Hook-UUID`' : undefined
  if (event.startsWith('pullrequest:')) return lackedField(body, 'pullrequest')
  if (event.startsWith('issue:')) return lackedField(body, 'issue')
  if (event === 'repo:push') return lackedField(body, 'push', 'repository.full_name')
  if (event.startsWith('repo:')) return lackedField(body, 'repository.full_name')
  return lackedField(body, 'actor')
}

/** Bitbucket Cloud's webhooks. Those of Data Center have other shapes, and no X-Hook-UUID. */
export const bitbucket: Adapter = {
  name: 'bitbucket',
  title: 'Bitbucket Cloud',
  headers: ['x-event-key', 'x-hook-uuid'],
  idempotencyHeader: 'x-request-uuid',
  matches: headers => headers['x-event-key'] !== undefined && headers['x-hook-uuid'] !== undefined,
  lacks,
  read: (headers, body) => dispatch(readers, headers['x-event-key'] ?? '', body),
}
