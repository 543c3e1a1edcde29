import type { Adapted, Skipped } from '../adapter.js'
import { listOnLine } from '../alerts/alert.js'
import { otherFields } from '../alerts/changes.js'
import { bold, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { jiraName, jiraPerson, jiraThread, jiraTitle, jiraWords } from './subject.js'

const maxDescription = 300

type Change = (item: Native) => string

/** The fields whose changes people watch for. */
const changes = new Map<string, Change>([
  ['assignee', item => assigned(plain(item.at('toString').text, 60))],
  ['priority', item => `priority ${fromTo(item)}`],
  ['status', item => `status ${fromTo(item)}`],
  ['summary', item => `renamed from “${plain(item.at('fromString').text)}”`],
])

/** Reads an issue that was created, changed or deleted. */
export function readJiraIssue(body: Native, event: string): Adapted | Skipped {
  const issue = body.at('issue')
  if (event === 'jira:issue_created') return created(body, issue, event)
  if (event === 'jira:issue_updated') return updated(body, issue, event)
  const text = joined([whoOf(body), 'deleted', plain(jiraName(issue))])
  return { event, text, ...jiraThread(issue, true) }
}

function whoOf(body: Native): string {
  return jiraPerson(body.at('user')) || 'Somebody'
}

function created(body: Native, issue: Native, event: string): Adapted {
  const fields = issue.at('fields')
  const assignee = jiraPerson(fields.at('assignee'))
  const facts = listOnLine([
    plain(fields.at('issuetype', 'name').text, 40),
    plain(fields.at('priority', 'name').text, 40),
    assignee && `assigned to ${assignee}`,
  ])
  const line = joined([whoOf(body), 'created', jiraTitle(issue), facts !== '' && `(${facts})`])
  const description = quote(jiraWords(fields.at('description').text), maxDescription)
  return { event, text: joined([line, description], '\n'), ...jiraThread(issue) }
}

/** Jira Data Center sends a comment as a change of its issue. */
function updated(body: Native, issue: Native, event: string): Adapted | Skipped {
  const items = body.at('changelog', 'items').items
  const shown = items.flatMap(item => changes.get(item.at('field').text)?.(item) ?? [])
  const comment = commentOf(body)
  if (shown.length === 0 && comment === '')
    return otherFields(
      event,
      items.map(item => item.at('field').text),
    )
  const isDone = items.some(item => item.at('field').text === 'status') && categoryOf(issue) === 'done'
  const did = shown.length > 0 ? 'updated' : 'commented on'
  const title = jiraTitle(issue, body.at('comment', 'id').text)
  const line = joined([isDone && '✅', whoOf(body), did, title])
  return {
    event,
    text: joined([joined([line, shown.join(', ')], ': '), comment], '\n'),
    ...jiraThread(issue),
  }
}

/** A comment that is edited or deleted is not shown again. */
function commentOf(body: Native): string {
  const isOld = /^issue_comment_(?:edited|deleted)$/.test(body.at('issue_event_type_name').text)
  return isOld ? '' : quote(jiraWords(body.at('comment', 'body').text))
}

function categoryOf(issue: Native): string {
  return issue.at('fields', 'status', 'statusCategory', 'key').text
}

function fromTo(item: Native): string {
  const before = plain(item.at('fromString').text, 60) || 'none'
  return `${before} → ${bold(plain(item.at('toString').text, 60) || 'none')}`
}

function assigned(name: string): string {
  return name === '' ? 'unassigned' : `assigned to ${bold(name)}`
}
