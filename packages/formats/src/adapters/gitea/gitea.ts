import type { Adapter, SenderHeaders } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { githubStatus } from '../github/checks.js'
import { githubIssue, githubIssueComment } from '../github/issues.js'
import { githubPull } from '../github/pulls.js'
import { githubRelease, githubRepositoryChange } from '../github/repository.js'
import { githubWorkflowJob, githubWorkflowRun } from '../github/runs.js'
import { forgejoRun, giteaFork, giteaPackage, giteaReview, giteaWiki } from './events.js'
import { giteaDelete, giteaPush } from './push.js'

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
  ping: (_body, event) => notShown(event, 'ping'),
  pull_request: githubPull,
  pull_request_approved: giteaReview,
  pull_request_comment: giteaReview,
  pull_request_rejected: giteaReview,
  push: giteaPush,
  release: githubRelease,
  repository: githubRepositoryChange,
  status: (body, event) => githubStatus(body, event, branchPath),
  wiki: giteaWiki,
  workflow_job: githubWorkflowJob,
  workflow_run: (body, event) => githubWorkflowRun(body, event, branchPath),
}

const eventOf = (headers: SenderHeaders) =>
  headers['x-forgejo-event'] ?? headers['x-gitea-event'] ?? headers['x-gogs-event']

/** Gitea's webhooks, and those of its relatives Forgejo and Gogs. */
export const gitea: Adapter = {
  name: 'gitea',
  title: 'Gitea and Forgejo',
  headers: ['x-forgejo-event', 'x-gitea-event', 'x-gogs-event'],
  idempotencyHeader: 'x-gitea-delivery',
  matches: headers => eventOf(headers) !== undefined,
  read: (headers, body) => dispatch(readers, eventOf(headers) ?? '', body),
}
