import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { bitbucketPull, bitbucketPullComment } from './pulls.js'
import { bitbucketPush } from './push.js'
import { bitbucketCommitComment, bitbucketFork, bitbucketIssue, bitbucketStatus } from './repository.js'

const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => notShown('ping', 'ping'),
  'issue:comment_created': bitbucketIssue,
  'issue:created': bitbucketIssue,
  'issue:updated': bitbucketIssue,
  'pullrequest:approved': bitbucketPull,
  'pullrequest:changes_request_created': bitbucketPull,
  'pullrequest:changes_request_removed': bitbucketPull,
  'pullrequest:comment_created': bitbucketPullComment,
  'pullrequest:created': bitbucketPull,
  'pullrequest:fulfilled': bitbucketPull,
  'pullrequest:rejected': bitbucketPull,
  'pullrequest:unapproved': bitbucketPull,
  'pullrequest:updated': (_body, event) => notShown(event, 'pullrequest:updated does not say what changed'),
  'repo:commit_comment_created': bitbucketCommitComment,
  'repo:commit_status_created': bitbucketStatus,
  'repo:commit_status_updated': bitbucketStatus,
  'repo:fork': bitbucketFork,
  'repo:push': bitbucketPush,
}

/** Bitbucket Cloud's webhooks. Those of Data Center have other shapes, and no X-Hook-UUID. */
export const bitbucket: Adapter = {
  name: 'bitbucket',
  title: 'Bitbucket Cloud',
  headers: ['x-event-key', 'x-hook-uuid'],
  idempotencyHeader: 'x-request-uuid',
  matches: headers => headers['x-event-key'] !== undefined && headers['x-hook-uuid'] !== undefined,
  read: (headers, body) => dispatch(readers, headers['x-event-key'] ?? '', body),
}
