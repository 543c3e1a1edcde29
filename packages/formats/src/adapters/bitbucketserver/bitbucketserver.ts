import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { stashPullComment, stashPullState } from './pulls.js'
import { stashCommitComment, stashFork, stashPush, stashRename } from './repository.js'

const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => notShown('ping', 'ping'),
  'pr:comment:added': stashPullComment,
  'pr:declined': stashPullState,
  'pr:deleted': stashPullState,
  'pr:merged': stashPullState,
  'pr:modified': stashPullState,
  'pr:opened': stashPullState,
  'pr:reopened': stashPullState,
  'pr:reviewer:approved': stashPullState,
  'pr:reviewer:changes_requested': stashPullState,
  'pr:reviewer:needs_work': stashPullState,
  'pr:reviewer:unapproved': stashPullState,
  'pr:reviewer:updated': stashPullState,
  'repo:comment:added': stashCommitComment,
  'repo:forked': stashFork,
  'repo:modified': stashRename,
  'repo:refs_changed': stashPush,
}

/** The webhooks of Bitbucket Data Center, formerly Bitbucket Server and Stash. */
export const bitbucketServer: Adapter = {
  name: 'bitbucketserver',
  title: 'Bitbucket Data Center',
  headers: ['x-event-key', 'x-hook-uuid'],
  idempotencyHeader: 'x-request-id',
  matches: (headers, body) =>
    headers['x-hook-uuid'] === undefined &&
    headers['x-event-key'] !== undefined &&
    (headers['x-event-key'] === 'diagnostics:ping' || body.at('eventKey').exists),
  read: (headers, body) => dispatch(readers, headers['x-event-key'] || body.at('eventKey').text, body),
}
