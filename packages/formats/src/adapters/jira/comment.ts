import type { Adapted, Skipped } from '../adapter.js'
import { notShown } from '../forges/events.js'
import { joined, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { jiraPerson, jiraThread, jiraTitle, jiraWords } from './subject.js'

/** Reads a comment. Jira Data Center sends it without its issue, and again as a change of the issue. */
export function readJiraComment(body: Native, event: string): Adapted | Skipped {
  const issue = body.at('issue')
  if (!issue.exists) return notShown(event, 'The comment comes without its issue. Send jira:issue_updated.')
  const comment = body.at('comment')
  const who = jiraPerson(comment.at('author')) || 'Somebody'
  const line = joined([who, 'commented on', jiraTitle(issue, comment.at('id').text)])
  return {
    event,
    text: joined([line, quote(jiraWords(comment.at('body').text))], '\n'),
    ...jiraThread(issue),
  }
}
