import type { Adapter, SenderHeaders } from '../adapter.js'
import { type BuildState, buildPost, buildState, secondsBetween } from '../forges/build.js'
import {
  dispatch,
  type EventReader,
  eventName,
  eventWords,
  keyFor,
  lackedField,
  notShown,
} from '../forges/events.js'
import { isNoCommit, pushText, refOf } from '../forges/push.js'
import {
  addressBelow,
  connected,
  excerpt,
  type ForgePlace,
  lines,
  linked,
  sentence,
} from '../forges/sentence.js'
import { githubCommit } from '../github/github.js'
import { githubItem, githubRepository, githubSender, githubThread } from '../github/github-values.js'
import { githubIssue, githubIssueComment } from '../github/issues.js'
import { githubBranches, githubPull } from '../github/pulls.js'
import { githubRelease, githubRepositoryChange } from '../github/repository.js'
import { githubStatus, githubWorkflowJob, githubWorkflowRun } from '../github/runs.js'
import { code, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'

const verdicts: readonly [kind: RegExp, verdict: { sign: string; did: string }][] = [
  [/approved/, { sign: '✅', did: 'approved' }],
  [/rejected/, { sign: '❌', did: 'requested changes in' }],
]
const review = { sign: '', did: 'reviewed' }

/** Reads the three events of a review. Only the review itself has its kind in all versions. */
const giteaReview: EventReader = (body, event) => {
  const pull = body.at('pull_request')
  const said = excerpt(body.at('review', 'content'))
  const kind = body.at('review', 'type').text || event
  const verdict = verdicts.find(([words]) => words.test(kind.slice(0, 100)))?.[1] ?? review
  if (verdict === review && said === '') return notShown(event, 'the review has no text')
  const where = githubRepository(body)
  const after = githubBranches(pull)
  const first = sentence({ ...verdict, who: githubSender(body), item: githubItem(pull), after, where })
  return { event, text: lines(first, said), ...githubThread(body, 'pull', pull) }
}

/** Reads events about pull requests: a review, a comment, which older versions call so too, or the pull request itself. */
const giteaPull: EventReader = (body, event) => {
  if (body.at('review').exists) return giteaReview(body, event)
  if (body.at('comment').exists) return githubIssueComment(body, event)
  return githubPull(body, event)
}

/** Reads `fork`. Here `forkee` is the original, unlike GitHub's. */
const giteaFork: EventReader = (body, event) => {
  const original = body.at('forkee')
  const item = { name: original.at('full_name').text, url: original.at('html_url').text }
  const after = `to ${linked(githubRepository(body))}`
  return { event, text: sentence({ who: githubSender(body), did: 'forked', item, after }) }
}

const edits = { created: 'created', edited: 'edited', deleted: 'deleted' }

/** Reads `wiki`. */
const giteaWiki: EventReader = body => {
  const { text: action } = body.at('action')
  const event = eventName('wiki', action)
  const did = eventWords(edits, action)
  if (!did) return notShown(event)
  const where = githubRepository(body)
  const page = body.at('page').text
  const url = action === 'deleted' ? '' : addressBelow(where.url, page && `wiki/${page}`)
  const item = { name: page, url }
  const first = sentence({ who: githubSender(body), did: `${did} the wiki page`, item, where })
  return { event, text: lines(first, excerpt(body.at('comment'))) }
}

/** Reads `package`. */
const giteaPackage: EventReader = body => {
  const { text: action } = body.at('action')
  const event = eventName('package', action)
  if (action !== 'created' && action !== 'deleted') return notShown(event)
  const published = body.at('package')
  const item = {
    name: joined([published.at('name').text, published.at('version').text.slice(0, 60)]),
    url: action === 'deleted' ? '' : published.at('html_url').text,
  }
  const did = action === 'created' ? 'published the package' : 'deleted the package'
  const type = published.at('type').text
  const owner = published.at('owner', 'login').text
  const after = joined([type && `(${plain(type, 40)})`, owner && `of ${plain(owner, 60)}`])
  return { event, text: sentence({ who: githubSender(body), did, item, after }) }
}

/** What Forgejo's runs end with that did not succeed. */
const ends = new Map<string, BuildState>([
  ['failure', 'failed'],
  ['cancelled', 'stopped'],
  ['skipped', 'skipped'],
])

/** Reads Forgejo's `action_run_success`, `action_run_failure` and `action_run_recover`. */
const forgejoRun: EventReader = (body, event) => {
  const run = body.at('run')
  const repository = run.at('repository')
  const where = { name: repository.at('full_name').text, url: repository.at('html_url').text }
  const { text: number } = run.at('index_in_repo')
  const status = run.at('status').text || 'failure'
  return buildPost({
    event,
    state: event === 'action_run_failure' ? buildState(ends, status) : 'passed',
    build: {
      name: joined([run.at('workflow_id').text, number && `#${number}`]),
      url: run.at('html_url').text,
    },
    passed: event === 'action_run_recover' ? 'passed again' : 'passed',
    ref: giteaRef(where, 'branch', run.at('prettyref').text),
    where,
    who: run.at('trigger_user', 'login').text,
    seconds: secondsBetween(run.at('started').text, run.at('stopped').text),
    details: [joined([code(run.at('commit_sha').text.slice(0, 7)), plain(run.at('title').text)])],
    key: keyFor('run', where.name, run.at('id').text),
  })
}

/** Reads `push`, which also announces new branches and tags. Deleted ones come as `delete`. The test button sends a push of nothing. */
const giteaPush: EventReader = (body, event) => {
  const { text: before } = body.at('before')
  if (before !== '' && before === body.at('after').text)
    return { event, text: connected('Gitea', githubRepository(body), plain(githubSender(body), 60)) }
  if (isNoCommit(body.at('after').text)) return notShown(event, 'delete shows deleted branches and tags')
  const { kind, name } = refOf(body.at('ref').text)
  const where = githubRepository(body)
  const isNew = isNoCommit(body.at('before').text)
  const commits = body.at('commits').items.map(githubCommit)
  return {
    event,
    text: pushText({
      who: body.at('pusher', 'login').text || githubSender(body),
      where,
      kind,
      ref: giteaRef(where, kind, name),
      change: isNew ? 'created' : 'updated',
      url: isNew ? '' : body.at('compare_url').text,
      commits: kind === 'tag' ? [] : commits,
      total: kind === 'tag' ? 0 : (body.at('total_commits').number ?? commits.length),
    }),
  }
}

/** Reads `delete`. */
const giteaDelete: EventReader = (body, event) => {
  const where = githubRepository(body)
  const kind = body.at('ref_type').text === 'tag' ? 'tag' : 'branch'
  const ref = { name: refOf(body.at('ref').text).name, url: '' }
  const who = githubSender(body)
  return { event, text: pushText({ who, where, kind, ref, change: 'deleted', url: '', commits: [] }) }
}

function giteaRef(where: ForgePlace, kind: 'branch' | 'tag', name: string): ForgePlace {
  return { name, url: addressBelow(where.url, name && `src/${kind}/${name}`) }
}

const branchPath = 'src/branch'

/** Many of Gitea's events have the shape of GitHub's. */
const readers: Record<string, EventReader> = {
  action_run_failure: forgejoRun,
  action_run_recover: forgejoRun,
  action_run_success: forgejoRun,
  create: (_body, event) => notShown(event, 'push shows new branches and tags'),
  delete: giteaDelete,
  fork: giteaFork,
  issue_comment: githubIssueComment,
  issues: githubIssue,
  package: giteaPackage,
  ping: (body, event) => ({ event, text: connected('Gitea', githubRepository(body)) }),
  push: giteaPush,
  release: githubRelease,
  repository: githubRepositoryChange,
  status: (body, event) => githubStatus(body, event, branchPath),
  wiki: giteaWiki,
  workflow_job: (body, event) => githubWorkflowJob(body, event, branchPath),
  workflow_run: (body, event) => githubWorkflowRun(body, event, branchPath),
}

/** What the events have, besides the repository. */
const nouns: Readonly<Record<string, string | string[]>> = {
  action_run_failure: 'run',
  action_run_recover: 'run',
  action_run_success: 'run',
  delete: 'ref',
  fork: 'forkee',
  issue_comment: ['comment', 'issue'],
  issues: 'issue',
  package: 'package',
  push: 'ref',
  release: 'release',
  repository: 'repository',
  status: 'state',
  wiki: 'page',
  workflow_job: 'workflow_job',
  workflow_run: 'workflow_run',
}

/** Older versions leave the name of some events empty. Their type is more exact: it divides `issues` and `pull_request`. */
function eventOf(headers: SenderHeaders): string {
  const name = headers['x-forgejo-event'] || headers['x-gitea-event'] || headers['x-gogs-event']
  if (name) return name
  const type = headers['x-gitea-event-type'] ?? ''
  if (type.startsWith('pull_request')) return 'pull_request'
  return type.startsWith('issue_') && type !== 'issue_comment' ? 'issues' : type
}

function lacks(headers: SenderHeaders, body: Native): string | undefined {
  const event = eventOf(headers)
  if (event === '') return 'the header `X-Gitea-Event`, `X-Forgejo-Event` or `X-Gogs-Event`'
  if (event.startsWith('pull_request'))
    return body.at('comment').exists ? undefined : lackedField(body, 'pull_request')
  const noun = Object.hasOwn(nouns, event) ? nouns[event] : undefined
  return noun && lackedField(body, ...[noun].flat())
}

/** Gitea's webhooks, and those of its relatives Forgejo and Gogs. */
export const gitea: Adapter = {
  name: 'gitea',
  title: 'Gitea and Forgejo',
  headers: ['x-forgejo-event', 'x-gitea-event', 'x-gitea-event-type', 'x-gogs-event'],
  idempotencyHeader: 'x-gitea-delivery',
  matches: headers => eventOf(headers) !== '',
  lacks,
  read: (headers, body) => {
    const event = eventOf(headers)
    // versions differ in what they call the events of reviews
    return event.startsWith('pull_request')
      ? giteaPull(body, eventName(event))
      : dispatch(readers, event, body)
  },
}
