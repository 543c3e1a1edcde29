import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { listOnLine, otherFields, threadBy, utcTime } from '../alerts/alert.js'
import { type EventReader, eventName, notShown } from '../forges/events.js'
import { excerpt } from '../forges/sentence.js'
import { bold, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** By `type` and `action`. */
const readers = new Map<string, EventReader>([
  ['Comment.create', readLinearComment],
  ['InitiativeUpdate.create', readLinearUpdate],
  ['Issue.create', readLinearIssue],
  ['Issue.remove', readLinearIssue],
  ['Issue.restore', readLinearIssue],
  ['Issue.update', readLinearIssue],
  ['IssueSLA.breached', readLinearSla],
  ['IssueSLA.highRisk', readLinearSla],
  ['Project.create', readLinearProject],
  ['Project.remove', readLinearProject],
  ['Project.update', readLinearProject],
  ['ProjectUpdate.create', readLinearUpdate],
  ['CustomerNeed.create', readLinearNeed],
  ['OAuthApp.revoked', readLinearRevoked],
  ['PermissionChange.teamAccessChanged', readLinearRevoked],
  ['User.create', readLinearUser],
  ['User.remove', readLinearUser],
  ['User.update', readLinearUser],
])

/** Linear's webhooks. Issues and projects are threads. */
export const linear: Adapter = {
  name: 'linear',
  title: 'Linear',
  headers: ['linear-event'],
  idempotencyHeader: 'linear-delivery',
  matches: (headers, body) =>
    (headers['linear-event'] !== undefined ||
      (body.at('organizationId').exists && body.at('webhookTimestamp').exists)) &&
    body.at('type').exists &&
    body.at('action').exists,
  lacks: (_headers, body) => {
    const missing = ['type', 'action'].find(name => body.at(name).text === '')
    return missing && `the field \`${missing}\``
  },
  read: (_headers, body) => {
    const event = eventName(body.at('type').text, body.at('action').text)
    return readers.get(event)?.(body, event) ?? notShown(event)
  },
}

/** Returns the name of the person, integration or app that acted. Older events and automations have it in the data. */
function linearActor(body: Native): string {
  const data = body.at('data')
  const isNew = body.at('action').text === 'create'
  const people = [
    body.at('actor'),
    data.at('user'),
    data.at('botActor'),
    ...(isNew ? [data.at('creator')] : []),
  ]
  const name = people.map(person => person.at('name').text).find(each => each !== '') ?? ''
  return plain(name, 60) || 'Somebody'
}

/** Returns `[ENG-12: Checkout fails](…)`. */
function linearIssueTitle(issue: Native, address: string): string {
  return link(linearIssueName(issue), address)
}

/** Returns `ENG-12: Checkout fails`. */
function linearIssueName(issue: Native): string {
  const number = joined([issue.at('team', 'key').text, issue.at('number').text], '-')
  return joined([issue.at('identifier').text || number, issue.at('title').text], ': ') || 'an issue'
}

/** Returns who is now assigned. */
function linearAssignment(assignee: Native): string {
  const name = plain(assignee.at('name').text, 60)
  return name === '' ? 'unassigned' : `assigned to ${bold(name)}`
}

const maxDescription = 300

type Change = (issue: Native, before: Native) => string

/** The fields whose changes people watch for, by their names in `updatedFrom`. */
const changes = new Map<string, Change>([
  ['assigneeId', issue => linearAssignment(issue.at('assignee'))],
  ['dueDate', issue => joined(['due', bold(plain(issue.at('dueDate').text, 20)) || 'at any time'])],
  ['priority', issue => `priority ${bold(priorityOf(issue) || 'none')}`],
  ['stateId', issue => `status ${bold(plain(issue.at('state', 'name').text, 60) || 'unknown')}`],
  ['title', (_issue, before) => `renamed from “${plain(before.text)}”`],
])

const ends = new Map([
  ['canceled', '⚠️'],
  ['completed', '✅'],
])

/** Reads an issue that was created, changed or deleted. */
function readLinearIssue(body: Native, event: string): Adapted | Skipped {
  if (event === 'Issue.update') return updated(body, event)
  const issue = body.at('data')
  const isRemoved = event === 'Issue.remove'
  return {
    event,
    text: isRemoved
      ? joined([linearActor(body), 'deleted', plain(linearIssueName(issue))])
      : created(body, issue, event === 'Issue.restore' ? 'restored' : 'created'),
    ...threadBy('issue', issue.at('id').text, isRemoved),
  }
}

function created(body: Native, issue: Native, did: string): string {
  const assignee = plain(issue.at('assignee', 'name').text, 60)
  const facts = listOnLine([
    plain(issue.at('state', 'name').text, 60),
    priorityOf(issue),
    assignee && `assigned to ${assignee}`,
  ])
  const title = linearIssueTitle(issue, body.at('url').text)
  const line = joined([linearActor(body), did, title, facts !== '' && `(${facts})`])
  return joined([line, excerpt(issue.at('description'), maxDescription)], '\n')
}

function updated(body: Native, event: string): Adapted | Skipped {
  const issue = body.at('data')
  const before = body.at('updatedFrom').entries
  const shown = before.flatMap(([field, value]) => changes.get(field)?.(issue, value) ?? [])
  if (shown.length === 0)
    return otherFields(
      event,
      before.map(([field]) => field),
    )
  const isMoved = before.some(([field]) => field === 'stateId')
  const sign = isMoved && ends.get(issue.at('state', 'type').text)
  const line = joined([sign, linearActor(body), 'updated', linearIssueTitle(issue, body.at('url').text)])
  return { event, text: `${line}: ${shown.join(', ')}`, ...threadBy('issue', issue.at('id').text) }
}

/** Reads a deadline by agreement that was missed, or soon will be. */
function readLinearSla(body: Native, event: string): Adapted {
  const issue = body.at('issueData')
  const title = linearIssueTitle(issue, issue.at('url').text || body.at('url').text)
  const deadline = utcTime(issue.at('slaBreachesAt').text)
  const isBreached = event === 'IssueSLA.breached'
  const line = joined([
    isBreached ? '🔥' : '⚠️',
    bold(isBreached ? 'SLA missed:' : 'SLA at risk:'),
    title,
    deadline !== '' && `(${isBreached ? 'was ' : ''}due ${deadline})`,
  ])
  return { event, text: line, ...threadBy('issue', issue.at('id').text) }
}

function priorityOf(issue: Native): string {
  const priority = issue.at('priorityLabel').text
  return priority === 'No priority' ? '' : plain(priority, 40)
}

/** Reads a comment on an issue, on an update of a project, or on a document. */
function readLinearComment(body: Native, event: string): Adapted {
  const comment = body.at('data')
  const line = joined([linearActor(body), 'commented on', link(subject(comment), body.at('url').text)])
  return { event, text: joined([line, excerpt(comment.at('body'))], '\n'), ...threadOf(comment) }
}

function subject(comment: Native): string {
  if (comment.at('issue').exists || comment.at('issueId').exists) return linearIssueName(comment.at('issue'))
  const project = comment.at('projectUpdate', 'project', 'name').text || comment.at('project', 'name').text
  if (project !== '') return `an update of ${project}`
  return comment.at('documentContentId').exists ? 'a document' : 'something'
}

function threadOf(comment: Native): Pick<Adapted, 'threadKey'> {
  const issue = comment.at('issueId').text || comment.at('issue', 'id').text
  if (issue !== '') return threadBy('issue', issue)
  const update = comment.at('projectUpdateId').text || comment.at('projectUpdate', 'id').text
  return update === ''
    ? threadBy('document', comment.at('documentContentId').text)
    : threadBy('update', update)
}

type ProjectChange = (project: Native, before: Native) => string

const projectChanges = new Map<string, ProjectChange>([
  ['leadId', project => leadOf(project)],
  ['name', (_project, before) => `renamed from “${plain(before.text)}”`],
  ['statusId', project => `status ${bold(plain(project.at('status', 'name').text, 60) || 'unknown')}`],
  ['targetDate', project => targetOf(project)],
])

const health = new Map([
  ['atRisk', { sign: '⚠️', words: 'at risk' }],
  ['offTrack', { sign: '🔥', words: 'off track' }],
  ['onTrack', { sign: '✅', words: 'on track' }],
])

/** Reads a project that was created, changed or deleted. */
function readLinearProject(body: Native, event: string): Adapted | Skipped {
  if (event === 'Project.update') return projectUpdated(body, event)
  const project = body.at('data')
  const isRemoved = event === 'Project.remove'
  const who = linearActor(body)
  const description = excerpt(project.at('description'), maxDescription)
  return {
    event,
    text: isRemoved
      ? `${who} deleted the project ${plain(project.at('name').text)}`
      : joined([`${who} created the project ${titleOf(body)}`, description], '\n'),
    ...threadBy('project', project.at('id').text, isRemoved),
  }
}

function projectUpdated(body: Native, event: string): Adapted | Skipped {
  const project = body.at('data')
  const before = body.at('updatedFrom')
  const shown = before.entries.flatMap(([field, value]) => projectChanges.get(field)?.(project, value) ?? [])
  if (shown.length === 0)
    return otherFields(
      event,
      before.entries.map(([field]) => field),
    )
  const isDone = before.at('statusId').exists && project.at('status', 'type').text === 'completed'
  const line = joined([isDone && '✅', linearActor(body), 'updated the project', titleOf(body)])
  return { event, text: `${line}: ${shown.join(', ')}`, ...threadBy('project', project.at('id').text) }
}

function titleOf(body: Native): string {
  const project = body.at('data')
  return link(project.at('name').text || 'a project', project.at('url').text || body.at('url').text)
}

/** Reads a report on a project or on an initiative. Comments on it are replies. */
function readLinearUpdate(body: Native, event: string): Adapted {
  const update = body.at('data')
  const parent = update.at('project').exists ? update.at('project') : update.at('initiative')
  const { sign = '', words = '' } = health.get(update.at('health').text) ?? {}
  const title = link(parent.at('name').text || 'a project', body.at('url').text || parent.at('url').text)
  const line = joined([sign, linearActor(body), 'reported on', title, words !== '' && `(${words})`])
  return {
    event,
    text: joined([line, excerpt(update.at('body'))], '\n'),
    ...threadBy('update', update.at('id').text),
  }
}

/** Reads what a customer asks for. */
function readLinearNeed(body: Native, event: string): Adapted {
  const need = body.at('data')
  const customer = bold(plain(need.at('customer', 'name').text)) || 'A customer'
  const issue = need.at('issue')
  const about = issue.exists ? linearIssueTitle(issue, issue.at('url').text || body.at('url').text) : ''
  const line = joined([customer, 'asked for', about || link('something', body.at('url').text)])
  return {
    event,
    text: joined([line, excerpt(need.at('body'))], '\n'),
    ...threadBy('issue', need.at('issueId').text || issue.at('id').text),
  }
}

function readLinearRevoked(body: Native, event: string): Adapted {
  const app = plain(body.at('data', 'name').text || body.at('oauthApp', 'name').text)
  const did = event === 'OAuthApp.revoked' ? 'was revoked' : 'to teams was changed'
  return { event, text: joined(['⚠️ The access of', bold(app) || 'an app', did]) }
}

/** Reads a member who joined or left, or whose rights changed. */
function readLinearUser(body: Native, event: string): Adapted | Skipped {
  const user = body.at('data')
  const name = bold(plain(user.at('name').text || user.at('email').text)) || 'Somebody'
  if (event === 'User.create') return { event, text: `${name} joined the workspace` }
  if (event === 'User.remove') return { event, text: `${name} was removed from the workspace` }
  const before = body.at('updatedFrom')
  const changed = [
    before.at('admin').exists &&
      (user.at('admin').isTrue ? 'is now an administrator' : 'is no longer an administrator'),
    before.at('active').exists && (user.at('active').isTrue ? 'was activated' : 'was deactivated'),
  ].filter(change => change !== false)
  if (changed.length > 0) return { event, text: `${name} ${changed.join(' and ')}` }
  return otherFields(
    event,
    before.entries.map(([field]) => field),
  )
}

function leadOf(project: Native): string {
  const name = plain(project.at('lead', 'name').text, 60)
  return name === '' ? 'no lead' : `led by ${bold(name)}`
}

function targetOf(project: Native): string {
  const date = plain(project.at('targetDate').text, 20)
  return date === '' ? 'no target date' : `target date ${bold(date)}`
}
