import type { Adapter } from '../adapter.js'
import { dispatch, type EventReader } from '../forges/events.js'
import { readJiraComment } from './comment.js'
import { readJiraIssue } from './issue.js'
import { readJiraSprint, readJiraVersion } from './planning.js'

/** By `webhookEvent`. */
const readers: Record<string, EventReader> = {
  comment_created: readJiraComment,
  'jira:issue_created': readJiraIssue,
  'jira:issue_deleted': readJiraIssue,
  'jira:issue_updated': readJiraIssue,
  'jira:version_released': readJiraVersion,
  sprint_closed: readJiraSprint,
  sprint_started: readJiraSprint,
}

/** Jira Cloud and Jira Data Center. An issue is a thread. */
export const jira: Adapter = {
  name: 'jira',
  title: 'Jira',
  headers: [],
  idempotencyHeader: 'x-atlassian-webhook-identifier',
  matches: (_headers, body) => body.at('webhookEvent').text !== '' && body.at('timestamp').exists,
  read: (_headers, body) => dispatch(readers, body.at('webhookEvent').text, body),
}
