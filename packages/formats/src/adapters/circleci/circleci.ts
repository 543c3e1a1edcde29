import type { Adapted, Adapter, SenderHeaders } from '../adapter.js'
import { type BuildState, buildPost, buildState, isBad, secondsBetween } from '../forges/build.js'
import {
  dispatch,
  type EventReader,
  eventName,
  lackedField,
  notShown,
  withDeliveryId,
} from '../forges/events.js'
import { commitLine, refOf } from '../forges/push.js'
import { addressBelow, connected, type ForgePlace } from '../forges/sentence.js'
import { joined, plain, truncate } from '../markdown.js'
import type { Native } from '../native.js'

const states = new Map<string, BuildState>([
  ['success', 'passed'],
  ['canceled', 'stopped'],
  ['not_run', 'skipped'],
  ['failed', 'failed'],
  ['error', 'failed'],
  ['failing', 'failed'],
  ['infrastructure_fail', 'failed'],
  ['timedout', 'late'],
  ['unauthorized', 'blocked'],
  ['on_hold', 'held'],
  ['running', 'running'],
])

const stateOf = (status: string): BuildState => buildState(states, status)

/** Reads `workflow-completed`. It comes after the jobs, so it replies to those that failed, and ends their thread. */
const workflowCompleted: EventReader = (body, event) => {
  const workflow = body.at('workflow')
  const number = body.at('pipeline', 'number').text
  const post = buildPost({
    ...common(body, workflow, event),
    build: {
      name: joined([workflow.at('name').text, number && `#${number}`]),
      url: workflow.at('url').text,
    },
    seconds: secondsBetween(workflow.at('created_at').text, workflow.at('stopped_at').text),
  })
  return { ...post, ...inThread(body), close: true }
}

/** Reads `job-completed`. */
const jobCompleted: EventReader = (body, event) => {
  const [job, workflow] = [body.at('job'), body.at('workflow')]
  const named = eventName(event, job.at('status').text)
  if (!isBad(stateOf(job.at('status').text))) return notShown(named, 'only failed jobs are shown')
  const number = job.at('number').text
  const post = buildPost({
    ...common(body, job, event),
    build: {
      name: joined([workflow.at('name').text, '›', job.at('name').text]),
      url: addressBelow(workflow.at('url').text, number && `jobs/${number}`) || workflow.at('url').text,
    },
    seconds: secondsBetween(job.at('started_at').text, job.at('stopped_at').text),
  })
  return { ...post, ...inThread(body) }
}

function inThread(body: Native): Pick<Adapted, 'threadKey'> {
  const id = body.at('workflow', 'id').text
  return id === '' ? {} : { threadKey: `workflow:${truncate(id, 100)}` }
}

/** Returns what workflows and jobs have in common: what ran, for which branch and commit. */
function common(body: Native, ended: Native, event: string) {
  const vcs = body.at('pipeline', 'vcs')
  const git = body.at('pipeline', 'trigger_parameters', 'git')
  const sha = vcs.at('revision').text || git.at('checkout_sha').text
  const status = ended.at('status').text
  const repository = vcs.at('target_repository_url').text || git.at('repo_url').text
  return {
    event: eventName(event, status),
    state: stateOf(status),
    ref: refPlace(vcs, git),
    where: { name: body.at('project', 'name').text, url: repository },
    details: [
      commitLine({
        sha,
        url: addressBelow(repository.includes('github.com') ? repository : '', sha && `commit/${sha}`),
        message: vcs.at('commit', 'subject').text || git.at('commit_message').text,
        author: vcs.at('commit', 'author', 'name').text || git.at('commit_author_name').text,
      }),
    ],
  }
}

function refPlace(vcs: Native, git: Native): ForgePlace {
  const tag = vcs.at('tag').text
  const branch = vcs.at('branch').text || git.at('branch').text || refOf(git.at('ref').text).name
  return { name: tag || branch, url: '' }
}

const readers: Record<string, EventReader> = {
  'job-completed': jobCompleted,
  ping: body => {
    const name = plain(body.at('webhook', 'name').text, 80)
    return { event: 'ping', text: connected('CircleCI', undefined, name && `webhook ${name}`) }
  },
  'workflow-completed': workflowCompleted,
}

const typeOf = (headers: SenderHeaders, body: Native) =>
  body.at('type').text || (headers['circleci-event-type'] ?? '')

function lacks(headers: SenderHeaders, body: Native): string | undefined {
  const type = typeOf(headers, body)
  if (type === 'ping') return lackedField(body, 'webhook')
  if (type === 'workflow-completed') return lackedField(body, 'workflow.status')
  if (type === 'job-completed') return lackedField(body, 'job.status', 'workflow')
  return lackedField(body, 'type', 'webhook')
}

/** CircleCI's outbound webhooks. */
export const circleci: Adapter = {
  name: 'circleci',
  title: 'CircleCI',
  headers: ['circleci-event-type'],
  matches: (headers, body) =>
    headers['circleci-event-type'] !== undefined ||
    (/^(?:workflow|job)-completed$/.test(body.at('type').text) &&
      body.at('webhook').exists &&
      body.at('pipeline').exists),
  lacks,
  read: (headers, body) => withDeliveryId(dispatch(readers, typeOf(headers, body), body), body.at('id').text),
}
