import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { githubAlerts } from './alerts.js'
import { githubCheckRun, githubDeployment, githubStatus } from './checks.js'
import { githubDiscussion, githubDiscussionComment } from './discussions.js'
import { githubCommitComment, githubIssue, githubIssueComment } from './issues.js'
import { githubPull } from './pulls.js'
import { githubPush } from './push.js'
import {
  githubFork,
  githubMember,
  githubPackage,
  githubRelease,
  githubRepositoryChange,
  githubStar,
  githubWiki,
} from './repository.js'
import { githubReview, githubReviewComment } from './reviews.js'
import { githubDeploymentReview, githubWorkflowJob, githubWorkflowRun } from './runs.js'

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
