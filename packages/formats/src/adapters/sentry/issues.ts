import type { Adapted, Skipped } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { notShown } from '../forges/events.js'
import { bold, code, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

type Sentence = (issue: Native, title: string, who: string) => string

const sentences = new Map<string, Sentence>([
  ['archived', (_issue, title, who) => `${who} archived ${title}`],
  ['assigned', (issue, title, who) => `${who} assigned ${title} to ${assignee(issue)}`],
  ['created', (issue, title) => joined(['🔥', bold('New issue:'), title, inProject(issue)])],
  ['ignored', (_issue, title, who) => `${who} archived ${title}`],
  ['resolved', (issue, title, who) => joined(['✅', who, 'resolved', title, resolution(issue)])],
  ['unresolved', (issue, title, who) => reopened(issue, title, who)],
])

/** Reads a change of an issue's state. */
export function readSentryIssue(body: Native, event: string): Adapted | Skipped {
  const action = body.at('action').text
  const sentence = sentences.get(action)
  if (!sentence) return notShown(event)
  const issue = body.at('data', 'issue')
  const name = joined([issue.at('shortId').text, issue.at('title').text || 'An issue'], ': ')
  const title = link(name, issue.at('web_url').text || issue.at('permalink').text)
  const details = action === 'created' && code(issue.at('culprit').text)
  return {
    event,
    text: joined([sentence(issue, title, actor(body)), details], '\n'),
    ...threadBy('issue', issue.at('id').text),
  }
}

/** Reads a comment on an issue. It has no address, but the thread shows the issue. */
export function readSentryComment(body: Native, event: string): Adapted | Skipped {
  const data = body.at('data')
  const comment = data.at('comment').text
  if (body.at('action').text !== 'created' || comment === '') return notShown(event)
  const project = data.at('project_slug').text
  const where = project !== '' && `in ${plain(project, 80)}`
  return {
    event,
    text: joined([joined([actor(body), 'commented on an issue', where]), quote(comment)], '\n'),
    ...threadBy('issue', data.at('issue_id').text),
  }
}

function actor(body: Native): string {
  return plain(body.at('actor', 'name').text, 60) || 'Somebody'
}

function inProject(issue: Native): string | false {
  const project = issue.at('project', 'name').text || issue.at('project', 'slug').text
  return project !== '' && `in ${plain(project, 80)}`
}

function assignee(issue: Native): string {
  const assigned = issue.at('assignedTo')
  const name = bold(plain(assigned.at('name').text, 60)) || 'somebody'
  return assigned.at('type').text === 'team' ? `the team ${name}` : name
}

function resolution(issue: Native): string | false {
  const details = issue.at('statusDetails')
  const release = details.at('inRelease').text
  if (release !== '') return `in release ${code(release, 80)}`
  return details.at('inNextRelease').isTrue && 'in the next release'
}

function reopened(issue: Native, title: string, who: string): string {
  const substatus = issue.at('substatus').text
  if (substatus === 'regressed') return `⚠️ ${bold('Regression:')} ${title}`
  if (substatus === 'escalating') return `⚠️ ${bold('Escalating:')} ${title}`
  return `${who} reopened ${title}`
}
