import { readAdf } from '../../markup/adf.js'
import { readWiki } from '../../markup/wiki.js'
import { quoteMarkup } from '../../markup/write.js'
import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { listOnLine, otherFields, threadBy } from '../alerts/alert.js'
import { dispatch, type EventReader, notShown } from '../forges/events.js'
import { bold, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

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

/** Returns a person's name. Names of accounts are in versions before Jira's privacy changes. */
function jiraPerson(user: Native): string {
  return plain(user.at('displayName').text || user.at('name').text, 60)
}

/** Returns `SHOP-12: Checkout fails`. */
function jiraName(issue: Native): string {
  return joined([issue.at('key').text, issue.at('fields', 'summary').text], ': ') || 'an issue'
}

/** Returns `[SHOP-12: Checkout fails](…)`, or the address of a comment on it. */
function jiraTitle(issue: Native, commentId = ''): string {
  const key = issue.at('key').text
  const query = /^\d+$/.test(commentId) ? `?focusedCommentId=${commentId}` : ''
  const address = siteOf(issue)
  return link(
    jiraName(issue),
    address !== '' && /^[\w-]+$/.test(key) ? `${address}/browse/${key}${query}` : '',
  )
}

/** Only the address of the API is known. Apps that use OAuth get one that is not of the site. */
function siteOf(issue: Native): string {
  const self = issue.at('self').text
  const end = self.indexOf('/rest/')
  return end === -1 || self.startsWith('https://api.atlassian.com/') ? '' : self.slice(0, end)
}

/** Returns the thread of an issue. Its key changes when the issue moves to another project, but not its id. */
function jiraThread(issue: Native, isEnd = false): Pick<Adapted, 'threadKey' | 'close'> {
  return threadBy('issue', issue.at('id').text, isEnd)
}

/** Returns Jira's markup as a quote: wiki markup, or the document that newer events of Jira Cloud have. */
function jiraQuote(body: Native, written: Native, most?: number): string {
  const names = (id: string) => nameIn(body, id)
  return quoteMarkup(written.text === '' ? readAdf(written) : readWiki(written.text, names), most)
}

/** Mentions have only the ids of accounts. The people of the event have names. */
function nameIn(body: Native, id: string): string | undefined {
  const fields = body.at('issue', 'fields')
  const comment = body.at('comment')
  const people = [body.at('user'), comment.at('author'), fields.at('assignee'), fields.at('reporter')]
  const found = people.find(user => ['accountId', 'name', 'key'].some(key => user.at(key).text === id))
  return found?.at('displayName').text || undefined
}

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
function readJiraIssue(body: Native, event: string): Adapted | Skipped {
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
  const description = jiraQuote(body, fields.at('description'), maxDescription)
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
  return isOld ? '' : jiraQuote(body, body.at('comment', 'body'))
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

/** Reads a comment. Jira Data Center sends it without its issue, and again as a change of the issue. */
function readJiraComment(body: Native, event: string): Adapted | Skipped {
  const issue = body.at('issue')
  if (!issue.exists) return notShown(event, 'The comment comes without its issue. Send jira:issue_updated.')
  const comment = body.at('comment')
  const who = jiraPerson(comment.at('author')) || 'Somebody'
  const line = joined([who, 'commented on', jiraTitle(issue, comment.at('id').text)])
  return {
    event,
    text: joined([line, jiraQuote(body, comment.at('body'))], '\n'),
    ...jiraThread(issue),
  }
}

/** Reads the start or the end of a sprint. */
function readJiraSprint(body: Native, event: string): Adapted {
  const sprint = body.at('sprint')
  const name = bold(plain(sprint.at('name').text)) || 'A sprint'
  const did = event === 'sprint_started' ? 'started' : 'ended'
  const end = event === 'sprint_started' ? dayOf(sprint.at('endDate')) : ''
  const line = joined([name, did, end !== '' && `and ends on ${end}`])
  return { event, text: joined([line, quote(sprint.at('goal').text)], '\n') }
}

/** Reads the release of a version. */
function readJiraVersion(body: Native, event: string): Adapted {
  const version = body.at('version')
  const line = joined(['✅ Version', bold(plain(version.at('name').text)), 'was released'])
  return { event, text: joined([line, quote(version.at('description').text)], '\n') }
}

function dayOf({ text }: Native): string {
  return /^\d{4}-\d\d-\d\d/.exec(text)?.[0] ?? ''
}
