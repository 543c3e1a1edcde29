import { type BuildState, buildPost, buildState, isBad, secondsBetween, stateWords } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown } from '../forges/events.js'
import { commitLine } from '../forges/push.js'
import {
  addressBelow,
  excerpt,
  type ForgePlace,
  lines,
  linked,
  listed,
  person,
  sentence,
} from '../forges/sentence.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  type GithubBranchReader,
  githubBranch,
  githubKey,
  githubRef,
  githubRepository,
  githubSender,
} from './github-values.js'

const conclusions = new Map<string, BuildState>([
  ['success', 'passed'],
  ['neutral', 'neutral'],
  ['failure', 'failed'],
  ['timed_out', 'late'],
  ['startup_failure', 'unstarted'],
  ['error', 'failed'],
  ['cancelled', 'stopped'],
  ['stale', 'stale'],
  ['skipped', 'skipped'],
  ['action_required', 'urgent'],
])

const progress = new Map<string, BuildState>([
  ['in_progress', 'running'],
  ['pending', 'waiting'],
  ['queued', 'waiting'],
  ['requested', 'waiting'],
  ['waiting', 'waiting'],
])

/** Returns the state of a run, a check or a job, which has a conclusion once it has ended. */
function githubState(run: Native): BuildState {
  const { text: end } = run.at('conclusion')
  return end === '' ? buildState(progress, run.at('status').text) : buildState(conclusions, end)
}

/** Returns the repository that a run's branch is in. For a pull request from a fork, that is the fork. */
function headRepository(body: Native, run: Native): ForgePlace {
  const head = run.at('head_repository')
  const fork = { name: head.at('full_name').text, url: head.at('html_url').text }
  return fork.name === '' || fork.url === '' ? githubRepository(body) : fork
}

/** Returns the branch of a run: `cart`, or in a fork `bob/shop:cart`. */
function headBranch(body: Native, run: Native, branchPath = 'tree'): ForgePlace {
  const name = run.at('head_branch').text
  const head = headRepository(body, run)
  const isFork = head.name.toLowerCase() !== githubRepository(body).name.toLowerCase()
  return {
    name: name !== '' && isFork ? `${head.name}:${name}` : name,
    url: addressBelow(head.url, name && `${branchPath}/${name}`),
  }
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
    state: run.at('conclusion').text === 'action_required' ? 'held' : githubState(run),
    build: {
      name: joined([name, number && `#${number}`, attempt > 1 && `(attempt ${attempt})`]),
      url: run.at('html_url').text,
    },
    ref: headBranch(body, run, branchPath),
    where,
    who: run.at('triggering_actor', 'login').text || run.at('actor', 'login').text,
    seconds: secondsBetween(
      run.at('run_started_at').text || run.at('started_at').text,
      run.at('completed_at').text || run.at('updated_at').text,
    ),
    details: [
      commitLine({
        sha,
        url: addressBelow(headRepository(body, run).url, sha && `commit/${sha}`),
        message: commit.at('message').text || run.at('display_title').text,
        author: commit.at('author', 'name').text,
      }),
    ],
    key: githubKey(body, 'run', run.at('id')),
  })
}

/** Reads `workflow_job`. A failed job replies to its run, because runs do not list their jobs. */
export const githubWorkflowJob: GithubBranchReader = (body, _event, branchPath) => {
  const job = body.at('workflow_job')
  const event = eventName('workflow_job', body.at('action').text)
  const state = githubState(job)
  if (body.at('action').text !== 'completed' || !isBad(state))
    return notShown(event, 'only failed jobs are shown')
  const steps = job
    .at('steps')
    .items.filter(step => isBad(buildState(conclusions, step.at('conclusion').text)))
  const { text: workflow } = job.at('workflow_name')
  const { text: branch } = job.at('head_branch')
  const first = joined([
    '❌ The job',
    link(job.at('name').text, job.at('html_url').text),
    stateWords(state).words,
    workflow !== '' && `in ${plain(workflow)}`,
    branch !== '' && `on ${linked(githubBranch(body, branch, branchPath))}`,
    `in ${linked(githubRepository(body))}`,
  ])
  const key = githubKey(body, 'run', job.at('run_id'))
  return {
    event,
    text: lines(first, listed(steps.map(step => plain(step.at('name').text, 80)))),
    ...(key !== undefined && { threadKey: key }),
  }
}

const reviews = {
  approved: { sign: '✅', did: 'approved the deployment of' },
  rejected: { sign: '❌', did: 'rejected the deployment of' },
}

/** Reads `deployment_review`. It replies to its run. */
export const githubDeploymentReview: EventReader = body => {
  const run = body.at('workflow_run')
  const action = body.at('action').text
  const event = eventName('deployment_review', action)
  const key = githubKey(body, 'run', run.at('id'))
  const item = {
    name: joined([run.at('name').text, run.at('run_number').text !== '' && `#${run.at('run_number').text}`]),
    url: run.at('html_url').text,
  }
  const { text: environment } = body.at('environment')
  const target = plain(environment || body.at('workflow_job_run', 'environment').text, 100)
  const isEnd = action === 'approved' || action === 'rejected'
  if (action !== 'requested' && !isEnd) return notShown(event)
  const text = isEnd
    ? lines(
        sentence({
          ...reviews[action],
          who: body.at('approver', 'login').text || githubSender(body),
          item,
          after: target && `to ${target}`,
          where: githubRepository(body),
        }),
        excerpt(body.at('comment')),
      )
    : joined(['⏳', waitingFor(body, linked(item), target), `in ${linked(githubRepository(body))}`])
  return { event, text, ...(key !== undefined && { threadKey: key }) }
}

function waitingFor(body: Native, run: string, target: string): string {
  const reviewers = body.at('reviewers').items.map(each => {
    const reviewer = each.at('reviewer')
    return person(reviewer.at('login').text || reviewer.at('name').text)
  })
  return joined([
    `${run} waits for a review`,
    reviewers.length > 0 && `by ${joined(reviewers.slice(0, 5), ' or ')}`,
    `before it deploys to ${target || 'an environment'}`,
  ])
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
    ref: githubRef(body, check.at('check_suite', 'head_branch').text || check.at('head_sha').text),
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
  ['pending', 'running'],
])

/** Reads `status`, which other build servers set on a commit. */
export const githubStatus: GithubBranchReader = (body, _event, branchPath) => {
  const sha = body.at('sha').text
  const { text: context } = body.at('context')
  const commit = body.at('commit')
  return buildPost({
    event: eventName('status', body.at('state').text),
    state: buildState(statuses, body.at('state').text),
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
  ['pending', 'waiting'],
  ['queued', 'waiting'],
  ['waiting', 'waiting'],
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
    state: buildState(deployments, state),
    build: { name: `Deployment to ${environment}`, url },
    passed: 'succeeded',
    ref: githubRef(body, deployment.at('ref').text),
    where: githubRepository(body),
    who: deployment.at('creator', 'login').text || githubSender(body),
    details: [plain(status.at('description').text)],
    key: githubKey(body, 'deployment', deployment.at('id')),
  })
}

/** Reads `page_build`. Only failures are news, because a deployment shows the rest. */
export const githubPages: EventReader = body => {
  const build = body.at('build')
  const { text: status } = build.at('status')
  const event = eventName('page_build', status)
  if (status !== 'errored') return notShown(event, 'only failed builds of pages are shown')
  const where = githubRepository(body)
  return buildPost({
    event,
    state: 'failed',
    build: { name: 'The build of the pages', url: addressBelow(where.url, 'settings/pages') },
    where,
    who: build.at('pusher', 'login').text || githubSender(body),
    details: [excerpt(build.at('error', 'message'))],
  })
}
