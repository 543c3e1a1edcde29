import { readAdf } from '../../markup/adf.js'
import { readWiki } from '../../markup/wiki.js'
import { quoteMarkup } from '../../markup/write.js'
import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { listOnLine, otherFields, threadBy } from '../alerts/alert.js'
import { dispatch, type EventReader, eventWords, notShown } from '../forges/events.js'
import { connected } from '../forges/sentence.js'
import { bold, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

const ping: Adapted = { event: 'ping', text: connected('Jira') }

/** By `webhookEvent`. */
const readers: Record<string, EventReader> = {
  'diagnostics:ping': () => ping,
  comment_created: readJiraComment,
  'jira:issue_created': readJiraIssue,
  'jira:issue_deleted': readJiraIssue,
  'jira:issue_updated': readJiraIssue,
  'jira:version_released': readJiraVersion,
  project_archived: readJiraProject,
  project_created: readJiraProject,
  project_deleted: readJiraProject,
  project_restored_archived: readJiraProject,
  project_restored_deleted: readJiraProject,
  project_soft_deleted: readJiraProject,
  sprint_closed: readJiraSprint,
  sprint_started: readJiraSprint,
  user_created: readJiraUser,
  user_deleted: readJiraUser,
}

/** Jira Cloud and Jira Data Center. An issue is a thread. */
export const jira: Adapter = {
  name: 'jira',
  title: 'Jira',
  headers: [],
  idempotencyHeader: 'x-atlassian-webhook-identifier',
  matches: (_headers, body) =>
    (body.at('webhookEvent').text !== '' && body.at('timestamp').exists) ||
    (body.at('fields', 'issuetype').exists && body.at('key').text !== ''),
  lacks: (_headers, body) =>
    body.at('webhookEvent').text !== '' || automated(body).exists
      ? undefined
      : 'the field `webhookEvent`, or an issue with its `key`',
  read: (_headers, body) => {
    const name = body.at('webhookEvent').text
    return name === '' ? readAutomated(automated(body)) : dispatch(readers, name, body)
  },
}

/** Returns the issue that a rule of Jira's automation sends, alone or below `issue`. */
function automated(body: Native): Native {
  const isAlone = body.at('key').text !== '' && body.at('fields').exists
  return isAlone ? body : body.at('issue', 'key').text === '' ? body.at('none') : body.at('issue')
}

/** Reads an issue without an event. Only the rule knows what happened. */
function readAutomated(issue: Native): Adapted {
  const fields = issue.at('fields')
  const status = plain(fields.at('status', 'name').text, 60)
  const facts = listOnLine([status !== '' && bold(status), ...factsOf(fields)].filter(fact => fact !== false))
  const line = joined([jiraTitle(issue), facts !== '' && `(${facts})`])
  return { event: 'automation', text: line, ...jiraThread(issue) }
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
  const query = /^\d+$/.test(commentId) ? `?focusedCommentId=${commentId}` : ''
  const page = pageOf(issue)
  return link(jiraName(issue), page && `${page}${query}`)
}

/** Returns the page of an issue or a project. */
function pageOf(item: Native): string {
  const [site, key] = [siteOf(item), item.at('key').text]
  return site !== '' && /^[\w-]+$/.test(key) ? `${site}/browse/${key}` : ''
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
  ['Key', item => `moved from ${plain(item.at('fromString').text, 40)}`],
  ['Flagged', item => (item.at('toString').text === '' ? 'no longer flagged' : bold('flagged'))],
  ['priority', item => `priority ${fromTo(item)}`],
  ['resolution', resolved],
  ['security', item => `security level ${fromTo(item)}`],
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

/** Returns who acted. Events of automations and of some versions have no user. */
function whoOf(body: Native): string {
  const fields = body.at('issue', 'fields')
  const isNew = body.at('webhookEvent').text === 'jira:issue_created'
  const author = isNew && (jiraPerson(fields.at('creator')) || jiraPerson(fields.at('reporter')))
  return jiraPerson(body.at('user')) || author || jiraPerson(body.at('comment', 'author')) || 'Somebody'
}

function created(body: Native, issue: Native, event: string): Adapted {
  const fields = issue.at('fields')
  const facts = listOnLine(factsOf(fields))
  const line = joined([whoOf(body), 'created', jiraTitle(issue), facts !== '' && `(${facts})`])
  const description = jiraQuote(body, fields.at('description'), maxDescription)
  return { event, text: joined([line, description], '\n'), ...jiraThread(issue) }
}

/** Returns the type, the priority and the assignee of an issue. */
function factsOf(fields: Native): string[] {
  const assignee = jiraPerson(fields.at('assignee'))
  return [
    plain(fields.at('issuetype', 'name').text, 40),
    plain(fields.at('priority', 'name').text, 40),
    assignee && `assigned to ${assignee}`,
  ]
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

function resolved(item: Native): string {
  const resolution = plain(item.at('toString').text, 60)
  return resolution === '' ? 'no longer resolved' : `resolution ${bold(resolution)}`
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
  const who = jiraPerson(comment.at('author')) || whoOf(body)
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
  const [site, board] = [siteOf(sprint), sprint.at('originBoardId').text]
  const page = site !== '' && /^\d+$/.test(board) ? `${site}/secure/RapidBoard.jspa?rapidView=${board}` : ''
  const name = bold(link(sprint.at('name').text || 'A sprint', page))
  const did = event === 'sprint_started' ? 'started' : 'ended'
  const end = event === 'sprint_started' ? dayOf(sprint.at('endDate')) : ''
  const line = joined([name, did, end !== '' && `and ends on ${end}`])
  return { event, text: joined([line, quote(sprint.at('goal').text)], '\n') }
}

const projectChanges: Readonly<Record<string, string>> = {
  project_archived: 'was archived',
  project_created: 'was created',
  project_deleted: 'was deleted',
  project_restored_archived: 'was restored from the archive',
  project_restored_deleted: 'was restored from the trash',
  project_soft_deleted: 'was moved to the trash',
}

/** Reads a project that was created or removed. */
function readJiraProject(body: Native, event: string): Adapted {
  const project = body.at('project')
  const name = joined([project.at('key').text, project.at('name').text], ': ')
  const lead = jiraPerson(project.at('projectLead'))
  const isNew = event === 'project_created'
  const line = joined([
    'The project',
    event.endsWith('deleted') && !event.includes('restored')
      ? bold(plain(name))
      : bold(link(name, pageOf(project))),
    eventWords(projectChanges, event),
    isNew && lead && `(led by ${lead})`,
  ])
  return { event, text: line }
}

/** Reads an account that was created or deleted. */
function readJiraUser(body: Native, event: string): Adapted {
  const name = bold(jiraPerson(body.at('user')) || 'somebody')
  return { event, text: `The user ${name} was ${event === 'user_created' ? 'created' : 'deleted'}` }
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
