import type { Adapted, Adapter, SenderHeaders, Skipped } from '../adapter.js'
import { alertLine, asWords, capitalized, neutral, threadBy, updateBy } from '../alerts/alert.js'
import { severityRank } from '../alerts/severity.js'
import { eventName, lackedField, notShown } from '../forges/events.js'
import { connected, excerpt } from '../forges/sentence.js'
import { bold, code, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

type Reader = (body: Native, event: string) => Adapted | Skipped

/** By the `Sentry-Hook-Resource` header. */
const readers = new Map<string, Reader>([
  ['comment', readSentryComment],
  ['error', (_body, event) => notShown(event, `${event} is not shown. Send issue alerts instead.`)],
  ['event_alert', readIssueAlert],
  ['installation', readInstallation],
  ['issue', readSentryIssue],
  ['metric_alert', readMetricAlert],
])

/** What the data of each resource always has. */
const subjects = new Map([
  ['event_alert', 'event'],
  ['issue', 'issue'],
  ['metric_alert', 'metric_alert'],
])

/** Sentry's integration platform, and its older "webhooks" plugin. An issue is a thread. */
export const sentry: Adapter = {
  name: 'sentry',
  title: 'Sentry',
  headers: ['sentry-hook-resource'],
  idempotencyHeader: 'request-id',
  matches: (headers, body) =>
    headers['sentry-hook-resource'] !== undefined ||
    (body.at('installation', 'uuid').exists && body.at('action').exists && body.at('data').exists) ||
    isPlugin(body),
  lacks: (headers, body) => {
    if (isPlugin(body)) return undefined
    const missing = ['action', 'data'].find(name => !body.at(name).exists)
    if (missing !== undefined) return `\`${missing}\``
    const isNamed = headers['sentry-hook-resource'] !== undefined || body.at('installation').exists
    if (!isNamed) return '`installation`'
    const subject = subjects.get(resourceOf(headers, body))
    return subject && lackedField(body, `data.${subject}`)
  },
  read: (headers, body) => {
    if (isPlugin(body)) return readLegacySentry(body)
    const resource = resourceOf(headers, body)
    const event = eventName(resource, body.at('action').text)
    return readers.get(resource)?.(body, event) ?? notShown(event)
  },
}

function isPlugin(body: Native): boolean {
  return body.at('event', 'event_id').exists && body.at('project_name').exists && body.at('url').exists
}

/** A proxy may have removed the header. */
function resourceOf(headers: SenderHeaders, body: Native): string {
  const data = body.at('data')
  if (headers['sentry-hook-resource']) return headers['sentry-hook-resource']
  if (data.at('event').exists) return 'event_alert'
  return ['metric_alert', 'issue', 'comment', 'error', 'installation'].find(key => data.at(key).exists) ?? ''
}

/** Whoever installs an integration sees that it is connected. Its removal ends its calls, so it is shown as well. */
function readInstallation(body: Native, event: string): Adapted | Skipped {
  const action = body.at('action').text
  if (action === 'created') return { event, text: connected('Sentry') }
  return action === 'deleted'
    ? { event, text: `⚠️ ${actor(body)} removed Sentry’s integration` }
    : notShown(event)
}

const signs = new Map([
  ['fatal', '🔥'],
  ['error', '🔥'],
  ['warning', '⚠️'],
])

/** Reads an event for which an alert rule asked. Later ones of the same issue are replies. */
function readIssueAlert(body: Native, event: string): Adapted {
  const occurrence = body.at('data', 'event')
  const rule = body.at('data', 'triggered_rule').text
  const headline = alertLine({
    sign: signOf(occurrence.at('level').text),
    state: 'Issue alert',
    item: joined([
      link(titleOf(occurrence), occurrence.at('web_url').text),
      inProject(projectOf(occurrence)),
    ]),
  })
  return {
    event,
    text: joined([headline, details(occurrence, [rule !== '' && `rule ${code(rule, 80)}`])], '\n'),
    ...threadBy('issue', issueId(occurrence)),
  }
}

/** Reads an event from the plugin, which says no more about the kind of event. */
function readLegacySentry(body: Native): Adapted {
  const occurrence = body.at('event')
  const title = occurrence.at('title').text || body.at('message').text || titleOf(occurrence)
  const headline = alertLine({
    sign: signOf(body.at('level').text),
    state: 'Issue alert',
    item: joined([link(title, body.at('url').text), inProject(body.at('project_name').text)]),
  })
  const rules = body.at('triggering_rules').items.map(rule => code(rule.text, 80))
  const rule = rules.length > 0 && `rule ${rules.slice(0, 3).join(', ')}`
  return {
    event: 'event_alert.triggered',
    text: joined([headline, details(occurrence, [rule], body.at('culprit').text)], '\n'),
    ...threadBy('issue', body.at('id').text),
  }
}

function signOf(level: string): string | undefined {
  return signs.get(level)
}

function titleOf(occurrence: Native): string {
  const metadata = occurrence.at('metadata')
  const exception = joined([metadata.at('type').text, metadata.at('value').text], ': ')
  return occurrence.at('title').text || exception || metadata.at('title').text || 'An event'
}

function inProject(project: string): string | false {
  return project !== '' && `in ${plain(project, 80)}`
}

/** Where it happened, and what narrows it down. */
function details(
  occurrence: Native,
  notes: (string | false)[],
  culprit = occurrence.at('culprit').text,
): string {
  const tag = (name: string) =>
    occurrence
      .at('tags')
      .items.find(pair => pair.at('0').text === name)
      ?.at('1').text ?? ''
  const environment = occurrence.at('environment').text || tag('environment')
  const release = occurrence.at('release').text || tag('release')
  return joined(
    [
      code(culprit),
      plain(occurrence.at('occurrence', 'subtitle').text),
      environment !== '' && `environment ${code(environment, 80)}`,
      release !== '' && `release ${code(release, 80)}`,
      ...notes,
    ],
    ' · ',
  )
}

/** The project's name is only in the event's address. */
function projectOf(occurrence: Native): string {
  const [, project = ''] = /\/projects\/[^/]+\/([^/]+)\//.exec(occurrence.at('url').text.slice(0, 500)) ?? []
  return project
}

function issueId(occurrence: Native): string {
  const [, id = ''] = /\/issues\/(\d+)/.exec(occurrence.at('issue_url').text.slice(0, 500)) ?? []
  return occurrence.at('issue_id').text || id
}

type Sentence = (issue: Native, title: string, who: string) => string

const sentences = new Map<string, Sentence>([
  ['archived', (_issue, title, who) => `${who} archived ${title}`],
  ['assigned', (issue, title, who) => `${who} assigned ${title} to ${assignee(issue)}`],
  ['created', (issue, title) => joined(['🔥', bold('New issue:'), title, issueInProject(issue)])],
  ['ignored', (_issue, title, who) => `${who} archived ${title}`],
  ['resolved', (issue, title, who) => joined(['✅', who, 'resolved', title, resolution(issue)])],
  ['unresolved', (issue, title, who) => reopened(issue, title, who)],
])

/** Reads a change of an issue's state. */
function readSentryIssue(body: Native, event: string): Adapted | Skipped {
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
function readSentryComment(body: Native, event: string): Adapted | Skipped {
  const data = body.at('data')
  const comment = data.at('comment').text
  if (body.at('action').text !== 'created' || comment === '') return notShown(event)
  const project = data.at('project_slug').text
  const where = project !== '' && `in ${plain(project, 80)}`
  const issue = joined(['issue', plain(data.at('issue_id').text, 40)])
  return {
    event,
    text: joined([joined([actor(body), 'commented on', issue, where]), excerpt(data.at('comment'))], '\n'),
    ...threadBy('issue', data.at('issue_id').text),
  }
}

function actor(body: Native): string {
  return plain(body.at('actor', 'name').text, 60) || 'Somebody'
}

function issueInProject(issue: Native): string | false {
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

const states = new Map([
  ['critical', { sign: '🔥', state: 'Critical' }],
  ['resolved', { sign: '✅', state: 'Resolved' }],
  ['warning', { sign: '⚠️', state: 'Warning' }],
])

/** Sentry writes the state before the title. */
function titleIn(data: Native): string {
  return data.at('description_title').text.replace(/^(?:critical|resolved|warning): /i, '')
}

/** Reads a metric that crossed a threshold. Its post is closed once it is back. */
function readMetricAlert(body: Native, event: string): Adapted | Skipped {
  const action = body.at('action').text
  if (action === '') return notShown(event)
  const state = states.get(action) ?? { sign: neutral, state: capitalized(asWords(action)) }
  const data = body.at('data')
  const alert = data.at('metric_alert')
  const name = alert.at('alert_rule', 'name').text || titleIn(data) || 'A metric'
  const projects = alert.at('projects').items.slice(0, 3)
  const item = link(name, data.at('web_url').text)
  return {
    event,
    text: joined(
      [
        alertLine({ ...state, item, notes: projects.map(project => plain(project.text, 60)) }),
        // Sentry writes its line breaks as a backslash and an n.
        quote(data.at('description_text').text.slice(0, 2000).replaceAll('\\n', '\n')),
      ],
      '\n',
    ),
    ...updateBy('metric_alert', alert.at('id').text, action === 'resolved'),
    standing: action === 'resolved' ? {} : { alert: severityRank(action) },
  }
}
