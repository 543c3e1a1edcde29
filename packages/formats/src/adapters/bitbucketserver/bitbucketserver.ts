import type { Adapter, SenderHeaders } from '../adapter.js'
import { dispatch, type EventReader, lackedField, notShown, threadKeyOf } from '../forges/events.js'
import { type ForgePush, pushText } from '../forges/push.js'
import {
  addressBelow,
  branches,
  connected,
  excerpt,
  type ForgePlace,
  lines,
  linked,
  listed,
  numbered,
  person,
  sentence,
} from '../forges/sentence.js'
import { code, count, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Data Center leaves out most addresses, so many posts have no links. */
const stashLink = (item: Native) => item.at('links', 'self', '0', 'href').text

function stashRepository(repository: Native): ForgePlace {
  const name = joined([repository.at('project', 'key').text, repository.at('slug').text], '/')
  return { name, url: stashLink(repository) }
}

function stashName(user: Native): string {
  return user.at('displayName').text || user.at('name').text
}

function stashActor(body: Native): string {
  return stashName(body.at('actor'))
}

/** Returns the repository of a pull request: that of its target. */
function stashTarget(pull: Native): ForgePlace {
  return stashRepository(pull.at('toRef', 'repository'))
}

function stashPull(pull: Native): ForgePlace {
  return { name: numbered(pull.at('id'), pull.at('title')), url: stashLink(pull) }
}

function stashThread(pull: Native) {
  return threadKeyOf('pull', stashTarget(pull).name, pull.at('id').text)
}

function stashCommitUrl(repository: ForgePlace, sha: string): string {
  const base = repository.url.endsWith('/browse')
    ? repository.url.slice(0, -'/browse'.length)
    : repository.url
  return addressBelow(base, sha && `commits/${sha}`)
}

/** Branches and tags of one push that a post shows. */
const maxRefs = 5

const changes = new Map<string, ForgePush['change']>([
  ['ADD', 'created'],
  ['DELETE', 'deleted'],
])

/** Reads `repo:refs_changed`. Its commits are known since version 8, and belong to no branch in particular. */
const stashPush: EventReader = (body, event) => {
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
const stashCommitComment: EventReader = (body, event) => {
  const where = stashRepository(body.at('repository'))
  const sha = body.at('commit').text
  const item = { name: sha.slice(0, 7), url: stashCommitUrl(where, sha) }
  const first = sentence({ who: stashActor(body), did: 'commented on the commit', item, where })
  const text = lines(first, excerpt(body.at('comment', 'text')))
  return { event, text, ...threadKeyOf('commit', where.name, sha) }
}

/** Reads `repo:forked`. */
const stashFork: EventReader = (body, event) => {
  const fork = body.at('repository')
  const item = stashRepository(fork.at('origin'))
  const after = `to ${linked(stashRepository(fork))}`
  return { event, text: sentence({ who: stashActor(body), did: 'forked', item, after }) }
}

/** Reads `repo:modified`, a new name. */
const stashRename: EventReader = (body, event) => {
  const [before, now] = [body.at('old', 'name').text, body.at('new', 'name').text]
  if (before === now) return notShown(event)
  const item = stashRepository(body.at('new'))
  const after = `(was: ${plain(before)})`
  return { event, text: sentence({ who: stashActor(body), did: 'renamed the repository', item, after }) }
}

type Act = { sign?: string; did: string; after?: string }

const acts = new Map<string, Act>([
  ['pr:opened', { did: 'opened the pull request' }],
  ['pr:merged', { did: 'merged the pull request' }],
  ['pr:declined', { did: 'declined the pull request' }],
  ['pr:reopened', { did: 'reopened the pull request' }],
  ['pr:deleted', { did: 'deleted the pull request' }],
  ['pr:reviewer:approved', { sign: '✅', did: 'approved' }],
  ['pr:reviewer:unapproved', { did: 'withdrew the approval of' }],
  ['pr:reviewer:needs_work', { sign: '❌', did: 'requested changes in' }],
  ['pr:reviewer:changes_requested', { sign: '❌', did: 'requested changes in' }],
])

/** Reads the states of a pull request. */
const stashPullState: EventReader = (body, event) => {
  const pull = body.at('pullRequest')
  const act = acts.get(event) ?? updateOf(body, event)
  if (!act) return notShown(event, 'only some updates are shown')
  const [from, to] = [pull.at('fromRef', 'displayId').text, pull.at('toRef', 'displayId').text]
  const both = branches(from, to)
  const isNew = event === 'pr:opened'
  const first = sentence({
    ...act,
    ...(event === 'pr:merged' && { after: `into ${code(to)}` }),
    ...(event.startsWith('pr:reviewer:') && { after: joined([both && `(${both})`, act.after]) }),
    who: stashActor(body),
    item: stashPull(pull),
    where: stashTarget(pull),
  })
  const text = lines(first, isNew && both, isNew && excerpt(pull.at('description')))
  return { event, text, ...stashThread(pull) }
}

/** Returns a new title, or reviewers that were added. */
function updateOf(body: Native, event: string): Act | undefined {
  const [before, now] = [body.at('previousTitle').text, body.at('pullRequest', 'title').text]
  if (event === 'pr:modified' && before !== '' && before !== now)
    return { did: 'renamed the pull request', after: `(was: ${plain(before)})` }
  const reviewer = body.at('addedReviewers', '0')
  if (event === 'pr:reviewer:updated' && reviewer.exists)
    return { did: 'requested a review of', after: `from ${person(stashName(reviewer))}` }
  return undefined
}

/** Reads `pr:comment:added`. */
const stashPullComment: EventReader = (body, event) => {
  const [pull, comment] = [body.at('pullRequest'), body.at('comment')]
  const anchor = comment.at('anchor')
  const path = code(joined([anchor.at('path').text, anchor.at('line').text], ':'))
  const first = sentence({
    who: stashActor(body),
    did: path !== '' ? `commented on ${path} of` : 'commented on',
    item: stashPull(pull),
    where: stashTarget(pull),
  })
  return { event, text: lines(first, excerpt(comment.at('text'))), ...stashThread(pull) }
}

/** Reads `repo:secret_detected`. */
const stashSecret: EventReader = (body, event) => {
  const secrets = body.at('secretLocations')
  const found = secrets.items.map(secret => {
    const place = code(joined([secret.at('path').text, secret.at('line').text], ':'))
    const { text: rule } = secret.at('ruleName')
    return joined([
      plain(rule, 80),
      place && `in ${place}`,
      `at ${code(secret.at('commitId').text.slice(0, 7))}`,
    ])
  })
  const first = sentence({
    sign: '⚠️',
    who: stashActor(body),
    did: `pushed ${count(secrets.length, 'secret')}`,
    where: stashRepository(secrets.at('0', 'repository')),
  })
  return { event, text: lines(first, listed(found, secrets.length)) }
}

const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => ({ event: 'ping', text: connected('Bitbucket') }),
  'pr:comment:added': stashPullComment,
  'pr:declined': stashPullState,
  'pr:deleted': stashPullState,
  'pr:merged': stashPullState,
  'pr:modified': stashPullState,
  'pr:opened': stashPullState,
  'pr:reopened': stashPullState,
  'pr:reviewer:approved': stashPullState,
  'pr:reviewer:changes_requested': stashPullState,
  'pr:reviewer:needs_work': stashPullState,
  'pr:reviewer:unapproved': stashPullState,
  'pr:reviewer:updated': stashPullState,
  'repo:comment:added': stashCommitComment,
  'repo:forked': stashFork,
  'repo:modified': stashRename,
  'repo:refs_changed': stashPush,
  'repo:secret_detected': stashSecret,
}

const eventOf = (headers: SenderHeaders, body: Native) => headers['x-event-key'] || body.at('eventKey').text

function lacks(headers: SenderHeaders, body: Native): string | undefined {
  const event = eventOf(headers, body)
  if (event === '') return 'the header `X-Event-Key` or the field `eventKey`'
  if (headers['x-hook-uuid'] !== undefined) return 'the header `X-Event-Key` without `X-Hook-UUID`'
  if (event === 'diagnostics:ping') return undefined
  if (event.startsWith('pr:')) return lackedField(body, 'pullRequest', 'pullRequest.toRef.displayId')
  if (event === 'repo:refs_changed') return lackedField(body, 'changes', 'repository.slug')
  return lackedField(body, 'eventKey')
}

/** The webhooks of Bitbucket Data Center, formerly Bitbucket Server and Stash. */
export const bitbucketServer: Adapter = {
  name: 'bitbucketserver',
  title: 'Bitbucket Data Center',
  headers: ['x-event-key', 'x-hook-uuid'],
  idempotencyHeader: 'x-request-id',
  matches: (headers, body) =>
    headers['x-hook-uuid'] === undefined &&
    headers['x-event-key'] !== undefined &&
    (headers['x-event-key'] === 'diagnostics:ping' || body.at('eventKey').exists),
  lacks,
  read: (headers, body) => dispatch(readers, eventOf(headers, body), body),
}
