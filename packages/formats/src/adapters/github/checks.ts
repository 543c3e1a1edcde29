import { type BuildState, buildPost, secondsBetween } from '../forges/build.js'
import { type EventReader, eventName, keyFor, notShown } from '../forges/events.js'
import { addressBelow } from '../forges/place.js'
import { commitLine } from '../forges/push.js'
import { plain } from '../markdown.js'
import { type GithubBranchReader, githubBranch, githubKey, githubRepository, githubSender } from './common.js'
import { githubState } from './runs.js'

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
