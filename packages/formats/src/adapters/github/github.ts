import type { Adapter, SenderHeaders } from '../adapter.js'
import { listOnLine } from '../alerts/alert.js'
import { dispatch, type EventReader, eventName, lackedField, notShown } from '../forges/events.js'
import { type ForgeCommit, type ForgePush, pushText, refOf } from '../forges/push.js'
import { addressBelow, connected, latest } from '../forges/sentence.js'
import { plain } from '../markdown.js'
import type { Native } from '../native.js'
import {
  githubBlock,
  githubDeployKey,
  githubMember,
  githubMembership,
  githubOrganization,
  githubProtection,
  githubProtections,
  githubRuleset,
  githubTeam,
  githubTokenRequest,
} from './access.js'
import {
  githubAdvisory,
  githubAlerts,
  githubRepositoryAdvisory,
  githubSecurityAndAnalysis,
} from './alerts.js'
import {
  githubAuthorization,
  githubEnterprise,
  githubInstallation,
  githubInstallationRepositories,
  githubMeta,
  githubPurchase,
  githubSponsorship,
  githubUser,
} from './apps.js'
import { githubBranch, githubOwner, githubRepository, githubSender } from './github-values.js'
import {
  githubCommitComment,
  githubDiscussion,
  githubDiscussionComment,
  githubIssue,
  githubIssueComment,
} from './issues.js'
import { githubMergeGroup, githubPull, githubReview, githubReviewComment } from './pulls.js'
import {
  githubFork,
  githubImport,
  githubPackage,
  githubPublic,
  githubRelease,
  githubRepositoryChange,
  githubStar,
  githubWiki,
} from './repository.js'
import { githubRequests } from './requests.js'
import {
  githubCheckRun,
  githubDeployment,
  githubDeploymentReview,
  githubPages,
  githubStatus,
  githubWorkflowJob,
  githubWorkflowRun,
} from './runs.js'

/** GitHub makes and deletes a branch below this one for each merge. */
const mergeQueue = 'gh-readonly-queue/'

/** Reads `push`, which also announces new and deleted branches and tags. */
const githubPush: EventReader = (body, event) => {
  const { kind, name } = refOf(body.at('ref').text)
  if (name.startsWith(mergeQueue)) return notShown(event, 'branches of the merge queue are not shown')
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

/** Reads `ping`, which GitHub sends when somebody saves a webhook. */
const githubPing: EventReader = (body, event) => {
  const { text: kind } = body.at('hook', 'type')
  const events = body.at('hook', 'events').items.map(each => each.text)
  const owner = githubOwner(body)
  const where = owner.name === '' && kind !== '' ? { name: `a ${kind} webhook`, url: '' } : owner
  const names = events.map(each => plain(each, 40))
  const list = events.includes('*') ? 'all events' : listOnLine(names, 10)
  return { event, text: connected('GitHub', where, plain(githubSender(body), 60), list) }
}

/** Makes the reader of an event whose news another event shows. */
const twice = (shown: string): EventReader => {
  return (body, event) => notShown(eventName(event, body.at('action').text), shown)
}

const readers: Record<string, EventReader> = {
  ...githubAlerts,
  ...githubRequests,
  branch_protection_configuration: githubProtections,
  branch_protection_rule: githubProtection,
  check_run: githubCheckRun,
  check_suite: twice('check_run shows the checks'),
  commit_comment: githubCommitComment,
  create: twice('push shows new branches and tags'),
  delete: twice('push shows deleted branches and tags'),
  deploy_key: githubDeployKey,
  deployment: twice('deployment_status shows deployments'),
  deployment_protection_rule: twice('deployment_review shows what waits'),
  deployment_review: githubDeploymentReview,
  deployment_status: githubDeployment,
  discussion: githubDiscussion,
  discussion_comment: githubDiscussionComment,
  enterprise: githubEnterprise,
  fork: githubFork,
  github_app_authorization: githubAuthorization,
  gollum: githubWiki,
  installation: githubInstallation,
  installation_repositories: githubInstallationRepositories,
  issue_comment: githubIssueComment,
  issues: githubIssue,
  marketplace_purchase: githubPurchase,
  member: githubMember,
  membership: githubMembership,
  merge_group: githubMergeGroup,
  meta: githubMeta,
  org_block: githubBlock,
  organization: githubOrganization,
  package: githubPackage,
  page_build: githubPages,
  personal_access_token_request: githubTokenRequest,
  ping: githubPing,
  public: githubPublic,
  pull_request: githubPull,
  pull_request_review: githubReview,
  pull_request_review_comment: githubReviewComment,
  push: githubPush,
  registry_package: githubPackage,
  release: githubRelease,
  repository: githubRepositoryChange,
  repository_advisory: githubRepositoryAdvisory,
  repository_import: githubImport,
  repository_ruleset: githubRuleset,
  secret_scanning_alert_location: twice('secret_scanning_alert shows the alert'),
  security_advisory: githubAdvisory,
  security_and_analysis: githubSecurityAndAnalysis,
  sponsorship: githubSponsorship,
  star: githubStar,
  status: githubStatus,
  team: githubTeam,
  team_add: githubTeam,
  user: githubUser,
  watch: twice('star shows stars'),
  workflow_dispatch: twice('workflow_run shows the run'),
  workflow_job: githubWorkflowJob,
  workflow_run: githubWorkflowRun,
}

/** What the body of an event always has, if that is not called like the event. */
const nouns: Readonly<Record<string, string | string[]>> = {
  branch_protection_configuration: ['repository', 'action'],
  branch_protection_rule: ['rule', 'action'],
  check_run: 'check_run',
  code_scanning_alert: 'alert',
  commit_comment: 'comment',
  dependabot_alert: 'alert',
  deploy_key: ['key', 'action'],
  deployment_review: 'workflow_run',
  deployment_status: 'deployment_status',
  discussion: 'discussion',
  discussion_comment: ['comment', 'discussion'],
  gollum: 'pages',
  installation: 'installation',
  installation_repositories: 'installation',
  issue_comment: ['comment', 'issue'],
  issues: 'issue',
  marketplace_purchase: 'marketplace_purchase',
  member: ['member', 'repository'],
  membership: ['member', 'action'],
  merge_group: 'merge_group',
  org_block: 'blocked_user',
  organization: 'organization',
  package: 'package',
  page_build: 'build',
  personal_access_token_request: 'personal_access_token_request',
  pull_request: ['pull_request', 'repository'],
  pull_request_review: ['review', 'pull_request'],
  pull_request_review_comment: ['comment', 'pull_request'],
  push: 'ref',
  registry_package: 'registry_package',
  release: 'release',
  repository_advisory: 'repository_advisory',
  repository_ruleset: ['repository_ruleset', 'action'],
  repository_vulnerability_alert: 'alert',
  secret_scanning_alert: 'alert',
  security_advisory: 'security_advisory',
  sponsorship: 'sponsorship',
  status: 'state',
  team: 'team',
  team_add: 'team',
  user: 'user',
  workflow_job: 'workflow_job',
  workflow_run: 'workflow_run',
}

/** Forges that imitate GitHub send its headers next to their own. */
const imitators = ['x-gitea-event', 'x-forgejo-event', 'x-gogs-event']

/** All events have a person, but those about GitHub itself. */
function lacks(headers: SenderHeaders, body: Native): string | undefined {
  const event = headers['x-github-event']
  if (event === undefined || event === '') return 'the header `X-GitHub-Event`'
  const imitator = imitators.find(name => headers[name] !== undefined)
  if (imitator) return `the header \`X-GitHub-Event\` without \`${imitator}\``
  const noun = Object.hasOwn(nouns, event) ? (nouns[event] ?? '') : ''
  if (noun !== '') return lackedField(body, ...[noun].flat())
  const isAny = ['sender', 'repository', 'organization', 'enterprise', 'installation', 'zen', 'hook'].some(
    key => body.at(key).exists,
  )
  return isAny ? undefined : 'the field `sender`'
}

/** GitHub's webhooks, of repositories, organizations and apps. */
export const github: Adapter = {
  name: 'github',
  title: 'GitHub',
  headers: ['x-github-event', ...imitators],
  idempotencyHeader: 'x-github-delivery',
  matches: headers =>
    headers['x-github-event'] !== undefined && imitators.every(name => headers[name] === undefined),
  lacks,
  read: (headers, body) => dispatch(readers, headers['x-github-event'] ?? '', body),
}
