import type { Adapter } from '../adapter.js'
import { type BuildState, buildPost } from '../forges/build.js'
import { dispatch, type EventReader, eventName, keyFor, notShown, threadKeyOf } from '../forges/events.js'
import { commitLine, type ForgePush, pushText } from '../forges/push.js'
import {
  addressBelow,
  excerpt,
  type ForgePlace,
  lines,
  linked,
  numbered,
  person,
  sentence,
} from '../forges/sentence.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'

const bitbucketLink = (item: Native) => item.at('links', 'html', 'href').text

function bitbucketRepository(body: Native): ForgePlace {
  const repository = body.at('repository')
  return { name: repository.at('full_name').text, url: bitbucketLink(repository) }
}

function bitbucketName(user: Native): string {
  return user.at('display_name').text || user.at('nickname').text || user.at('username').text
}

function bitbucketActor(body: Native): string {
  return bitbucketName(body.at('actor'))
}

/** Returns an issue or a pull request as `#42 Title`. */
function bitbucketItem(item: Native, url = bitbucketLink(item)): ForgePlace {
  return { name: numbered(item.at('id'), item.at('title')), url }
}

function bitbucketThread(body: Native, kind: 'issue' | 'pull', item: Native) {
  return threadKeyOf(kind, bitbucketRepository(body).name, item.at('id').text)
}

/** Returns the first part of `Alice Weber <alice@example.org>`. */
function bitbucketAuthor(commit: Native): string {
  const raw = commit.at('author', 'raw').text
  const address = raw.indexOf('<')
  const written = address === -1 ? raw : raw.slice(0, address)
  return bitbucketName(commit.at('author', 'user')) || written.trim()
}

const acts = new Map([
  ['pullrequest:created', { did: 'opened the pull request' }],
  ['pullrequest:fulfilled', { did: 'merged the pull request' }],
  ['pullrequest:rejected', { did: 'declined the pull request' }],
  ['pullrequest:approved', { sign: '✅', did: 'approved' }],
  ['pullrequest:unapproved', { did: 'withdrew the approval of' }],
  ['pullrequest:changes_request_created', { sign: '❌', did: 'requested changes in' }],
  ['pullrequest:changes_request_removed', { did: 'withdrew the request for changes in' }],
])

/** Reads the states of a pull request. */
const bitbucketPull: EventReader = (body, event) => {
  const act = acts.get(event)
  if (!act) return notShown(event)
  const pull = body.at('pullrequest')
  const [from, to] = [pull.at('source', 'branch', 'name').text, pull.at('destination', 'branch', 'name').text]
  const isDraft = event === 'pullrequest:created' && pull.at('draft').isTrue
  const first = sentence({
    ...act,
    ...(isDraft && { did: 'opened the draft pull request' }),
    who: bitbucketActor(body),
    item: bitbucketItem(pull),
    after: event === 'pullrequest:fulfilled' && `into ${code(to)}`,
    where: bitbucketRepository(body),
  })
  const details = [from && to && joined([code(from), '→', code(to)]), excerpt(pull.at('description'))]
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

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

/** Reads `repo:push`, which announces all branches and tags that a push changed. */
const bitbucketPush: EventReader = (body, event) => {
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
])

/** Reads `repo:commit_status_created` and `repo:commit_status_updated`. */
const bitbucketStatus: EventReader = (body, event) => {
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

/** Reads `repo:commit_comment_created`. */
const bitbucketCommitComment: EventReader = (body, event) => {
  const where = bitbucketRepository(body)
  const sha = body.at('commit', 'hash').text
  const comment = body.at('comment')
  const item = { name: sha.slice(0, 7), url: bitbucketLink(comment) }
  const first = sentence({ who: bitbucketActor(body), did: 'commented on the commit', item, where })
  const text = lines(first, excerpt(comment.at('content', 'raw')))
  return { event, text, ...threadKeyOf('commit', where.name, sha) }
}

/** Reads `repo:fork`. */
const bitbucketFork: EventReader = (body, event) => {
  const fork = body.at('fork')
  const copy = linked({ name: fork.at('full_name').text, url: bitbucketLink(fork) })
  const item = bitbucketRepository(body)
  return {
    event,
    text: sentence({ who: bitbucketActor(body), did: 'forked', item, after: copy && `to ${copy}` }),
  }
}

const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => notShown('ping', 'ping'),
  'issue:comment_created': bitbucketIssue,
  'issue:created': bitbucketIssue,
  'issue:updated': bitbucketIssue,
  'pullrequest:approved': bitbucketPull,
  'pullrequest:changes_request_created': bitbucketPull,
  'pullrequest:changes_request_removed': bitbucketPull,
  'pullrequest:comment_created': bitbucketPullComment,
  'pullrequest:created': bitbucketPull,
  'pullrequest:fulfilled': bitbucketPull,
  'pullrequest:rejected': bitbucketPull,
  'pullrequest:unapproved': bitbucketPull,
  'pullrequest:updated': (_body, event) => notShown(event, 'pullrequest:updated does not say what changed'),
  'repo:commit_comment_created': bitbucketCommitComment,
  'repo:commit_status_created': bitbucketStatus,
  'repo:commit_status_updated': bitbucketStatus,
  'repo:fork': bitbucketFork,
  'repo:push': bitbucketPush,
}

/** Bitbucket Cloud's webhooks. Those of Data Center have other shapes, and no X-Hook-UUID. */
export const bitbucket: Adapter = {
  name: 'bitbucket',
  title: 'Bitbucket Cloud',
  headers: ['x-event-key', 'x-hook-uuid'],
  idempotencyHeader: 'x-request-uuid',
  matches: headers => headers['x-event-key'] !== undefined && headers['x-hook-uuid'] !== undefined,
  read: (headers, body) => dispatch(readers, headers['x-event-key'] ?? '', body),
}
