import type { Adapted, Skipped } from '../adapter.js'
import { listOnLine, threadBy, utcTime } from '../alerts/alert.js'
import { otherFields } from '../alerts/changes.js'
import { excerpt } from '../forges/sentence.js'
import { bold, joined, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { linearActor, linearAssignment, linearIssueName, linearIssueTitle } from './subject.js'

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
export function readLinearIssue(body: Native, event: string): Adapted | Skipped {
  if (event === 'Issue.update') return updated(body, event)
  const issue = body.at('data')
  const isRemoved = event === 'Issue.remove'
  return {
    event,
    text: isRemoved
      ? joined([linearActor(body), 'deleted', plain(linearIssueName(issue))])
      : created(body, issue),
    ...threadBy('issue', issue.at('id').text, isRemoved),
  }
}

function created(body: Native, issue: Native): string {
  const assignee = plain(issue.at('assignee', 'name').text, 60)
  const facts = listOnLine([
    plain(issue.at('state', 'name').text, 60),
    priorityOf(issue),
    assignee && `assigned to ${assignee}`,
  ])
  const title = linearIssueTitle(issue, body.at('url').text)
  const line = joined([linearActor(body), 'created', title, facts !== '' && `(${facts})`])
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
export function readLinearSla(body: Native, event: string): Adapted {
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
