import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { type ForgeCommit, type ForgePush, pushText, refOf } from '../forges/push.js'
import { addressBelow, latest } from '../forges/sentence.js'
import type { Native } from '../native.js'
import { githubAlerts } from './alerts.js'
import { githubBranch, githubRepository, githubSender } from './github-values.js'
import {
  githubCommitComment,
  githubDiscussion,
  githubDiscussionComment,
  githubIssue,
  githubIssueComment,
} from './issues.js'
import { githubPull, githubReview, githubReviewComment } from './pulls.js'
import {
  githubFork,
  githubMember,
  githubPackage,
  githubRelease,
  githubRepositoryChange,
  githubStar,
  githubWiki,
} from './repository.js'
import {
  githubCheckRun,
  githubDeployment,
  githubDeploymentReview,
  githubStatus,
  githubWorkflowJob,
  githubWorkflowRun,
} from './runs.js'

/** Reads `push`, which also announces new and deleted branches and tags. */
const githubPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  const where = githubRepository(body)
  const commits = latest(body.at('commits')).map(githubCommit)
  const ref =
    kind === 'tag' ? { name, url: addressBelow(where.url, `releases/tag/${name}`) } : githubBranch(body, name)
  return {
    event,
    text: pushText({
      who: body.at('pusher', 'name').text || githubSender(body),
      where,
      kind,
      change: changeOf(body),
      ref: body.at('deleted').isTrue ? { name, url: '' } : ref,
      url: body.at('compare').text,
      commits,
      total: body.at('commits').length,
    }),
  }
}

function changeOf(body: Native): ForgePush['change'] {
  if (body.at('deleted').isTrue) return 'deleted'
  if (body.at('created').isTrue) return 'created'
  return body.at('forced').isTrue ? 'forced' : 'updated'
}

export function githubCommit(commit: Native): ForgeCommit {
  const { text: author } = commit.at('author', 'username')
  return {
    sha: commit.at('id').text,
    url: commit.at('url').text,
    message: commit.at('message').text,
    author: author || commit.at('author', 'name').text,
  }
}

const readers: Record<string, EventReader> = {
  ...githubAlerts,
  check_run: githubCheckRun,
  check_suite: (_body, event) => notShown(event, 'check_run shows the checks'),
  commit_comment: githubCommitComment,
  create: (_body, event) => notShown(event, 'push shows new branches and tags'),
  delete: (_body, event) => notShown(event, 'push shows deleted branches and tags'),
  deployment: (_body, event) => notShown(event, 'deployment_status shows deployments'),
  deployment_review: githubDeploymentReview,
  deployment_status: githubDeployment,
  discussion: githubDiscussion,
  discussion_comment: githubDiscussionComment,
  fork: githubFork,
  gollum: githubWiki,
  issue_comment: githubIssueComment,
  issues: githubIssue,
  member: githubMember,
  package: githubPackage,
  ping: (_body, event) => notShown(event, 'ping'),
  public: (_body, event) => notShown(event, 'repository.publicized shows this'),
  pull_request: githubPull,
  pull_request_review: githubReview,
  pull_request_review_comment: githubReviewComment,
  push: githubPush,
  release: githubRelease,
  repository: githubRepositoryChange,
  star: githubStar,
  status: githubStatus,
  watch: (_body, event) => notShown(event, 'star shows stars'),
  workflow_job: githubWorkflowJob,
  workflow_run: githubWorkflowRun,
}

/** Forges that imitate GitHub send its headers next to their own. */
const imitators = ['x-gitea-event', 'x-forgejo-event', 'x-gogs-event']

/** GitHub's webhooks, of repositories, organizations and apps. */
export const github: Adapter = {
  name: 'github',
  title: 'GitHub',
  headers: ['x-github-event', ...imitators],
  idempotencyHeader: 'x-github-delivery',
  matches: headers =>
    headers['x-github-event'] !== undefined && imitators.every(name => headers[name] === undefined),
  read: (headers, body) => dispatch(readers, headers['x-github-event'] ?? '', body),
}
