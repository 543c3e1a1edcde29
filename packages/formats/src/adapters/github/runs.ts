import { type BuildState, buildPost, secondsBetween } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown } from '../forges/events.js'
import { commitLine } from '../forges/push.js'
import { addressBelow, lines, listed, person } from '../forges/sentence.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  type GithubBranchReader,
  githubBranch,
  githubKey,
  githubRepository,
  githubSender,
} from './github-values.js'

const conclusions = new Map<string, BuildState>([
  ['success', 'passed'],
  ['neutral', 'passed'],
  ['failure', 'failed'],
  ['timed_out', 'failed'],
  ['startup_failure', 'failed'],
  ['error', 'failed'],
  ['cancelled', 'stopped'],
  ['stale', 'stopped'],
  ['skipped', 'skipped'],
  ['action_required', 'held'],
])

/** Returns the state of a run, a check or a job, which has a conclusion once it has ended. */
function githubState(run: Native): BuildState {
  const end = conclusions.get(run.at('conclusion').text)
  if (end) return end
  return run.at('status').text === 'in_progress' ? 'running' : 'waiting'
}

/** Reads `workflow_run`. */
export const githubWorkflowRun: GithubBranchReader = (body, _event, branchPath) => {
  const run = body.at('workflow_run')
  const attempt = run.at('run_attempt').number ?? 1
  const commit = run.at('head_commit')
  const where = githubRepository(body)
  const sha = run.at('head_sha').text
  const { text: number } = run.at('run_number')
  const name = run.at('name').text || body.at('workflow', 'name').text || run.at('display_title').text
  return buildPost({
    event: eventName('workflow_run', body.at('action').text),
    state: githubState(run),
    build: {
      name: joined([name, number && `#${number}`, attempt > 1 && `(attempt ${attempt})`]),
      url: run.at('html_url').text,
    },
    ref: githubBranch(body, run.at('head_branch').text, branchPath),
    where,
    who: run.at('triggering_actor', 'login').text || run.at('actor', 'login').text,
    seconds: secondsBetween(
      run.at('run_started_at').text || run.at('started_at').text,
      run.at('completed_at').text || run.at('updated_at').text,
    ),
    details: [
      commitLine({
        sha,
        url: addressBelow(where.url, sha && `commit/${sha}`),
        message: commit.at('message').text || run.at('display_title').text,
        author: commit.at('author', 'name').text,
      }),
    ],
    key: githubKey(body, 'run', run.at('id')),
  })
}

/** Reads `workflow_job`. A failed job replies to its run, because runs do not list their jobs. */
export const githubWorkflowJob: EventReader = body => {
  const job = body.at('workflow_job')
  const event = eventName('workflow_job', body.at('action').text)
  if (body.at('action').text !== 'completed' || githubState(job) !== 'failed')
    return notShown(event, 'only failed jobs are shown')
  const steps = job.at('steps').items.filter(step => conclusions.get(step.at('conclusion').text) === 'failed')
  const first = joined([
    '❌ The job',
    link(job.at('name').text, job.at('html_url').text),
    job.at('conclusion').text === 'timed_out' ? 'timed out' : 'failed',
    job.at('workflow_name').text !== '' && `in ${plain(job.at('workflow_name').text)}`,
  ])
  const key = githubKey(body, 'run', job.at('run_id'))
  return {
    event,
    text: lines(first, listed(steps.map(step => plain(step.at('name').text, 80)))),
    ...(key !== undefined && { threadKey: key }),
  }
}

/** Reads `deployment_review`. Only a request waits for somebody. It replies to its run. */
export const githubDeploymentReview: EventReader = body => {
  const run = body.at('workflow_run')
  const event = eventName('deployment_review', body.at('action').text)
  if (body.at('action').text !== 'requested') return notShown(event, 'workflow_run shows what follows')
  const reviewers = body.at('reviewers').items.map(each => {
    const reviewer = each.at('reviewer')
    return person(reviewer.at('login').text || reviewer.at('name').text)
  })
  const first = joined([
    '⏳',
    link(joined([run.at('name').text, `#${run.at('run_number').text}`]), run.at('html_url').text),
    'waits for a review',
    reviewers.length > 0 && `by ${joined(reviewers.slice(0, 5), ' or ')}`,
    `before it deploys to ${plain(body.at('environment').text, 100) || 'an environment'}`,
  ])
  const key = githubKey(body, 'run', run.at('id'))
  return { event, text: first, ...(key !== undefined && { threadKey: key }) }
}

/** Reads `check_run` of apps other than GitHub Actions. */
export const githubCheckRun: EventReader = body => {
  const check = body.at('check_run')
  const action = body.at('action').text
  const event = eventName('check_run', action)
  if (action !== 'created' && action !== 'completed') return notShown(event)
  if (check.at('app', 'slug').text === 'github-actions')
    return notShown(event, 'workflow_run shows the runs of GitHub Actions')
  return buildPost({
    event,
    state: githubState(check),
    build: {
      name: check.at('name').text,
      url: check.at('details_url').text || check.at('html_url').text,
    },
    ref: githubBranch(body, check.at('check_suite', 'head_branch').text),
    where: githubRepository(body),
    seconds: secondsBetween(check.at('started_at').text, check.at('completed_at').text),
    details: [plain(check.at('output', 'title').text)],
    key: githubKey(body, 'check', check.at('id')),
  })
}

const statuses = new Map<string, BuildState>([
  ['success', 'passed'],
  ['failure', 'failed'],
  ['error', 'failed'],
])

/** Reads `status`, which other build servers set on a commit. */
export const githubStatus: GithubBranchReader = (body, _event, branchPath) => {
  const sha = body.at('sha').text
  const { text: context } = body.at('context')
  const commit = body.at('commit')
  return buildPost({
    event: eventName('status', body.at('state').text),
    state: statuses.get(body.at('state').text) ?? 'running',
    build: { name: context, url: body.at('target_url').text || commit.at('html_url').text },
    ref: githubBranch(body, body.at('branches', '0', 'name').text, branchPath),
    where: githubRepository(body),
    details: [
      plain(body.at('description').text),
      commitLine({
        sha,
        url: commit.at('html_url').text || addressBelow(githubRepository(body).url, sha && `commit/${sha}`),
        message: commit.at('commit', 'message').text || commit.at('message').text,
        author: commit.at('author', 'login').text || commit.at('author', 'name').text,
      }),
    ],
    key: keyFor('status', `${githubRepository(body).name} ${sha}`, context),
  })
}

const deployments = new Map<string, BuildState>([
  ['success', 'passed'],
  ['failure', 'failed'],
  ['error', 'failed'],
  ['in_progress', 'running'],
])

/** Reads `deployment_status`. */
export const githubDeployment: EventReader = body => {
  const [status, deployment] = [body.at('deployment_status'), body.at('deployment')]
  const state = status.at('state').text
  const event = eventName('deployment_status', state)
  if (state === 'inactive') return notShown(event)
  const environment = status.at('environment').text || deployment.at('environment').text
  const url = status.at('environment_url').text || status.at('log_url').text || status.at('target_url').text
  return buildPost({
    event,
    state: deployments.get(state) ?? 'waiting',
    build: { name: `Deployment to ${environment}`, url },
    passed: 'succeeded',
    ref: githubBranch(body, deployment.at('ref').text),
    where: githubRepository(body),
    who: deployment.at('creator', 'login').text || githubSender(body),
    details: [plain(status.at('description').text)],
    key: githubKey(body, 'deployment', deployment.at('id')),
  })
}
