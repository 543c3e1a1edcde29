import type { Adapted } from '../adapter.js'
import { alertLine, threadBy } from '../alerts/alert.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

const signs = new Map([
  ['fatal', '🔥'],
  ['error', '🔥'],
  ['warning', '⚠️'],
])

/** Reads an event for which an alert rule asked. Later ones of the same issue are replies. */
export function readIssueAlert(body: Native, event: string): Adapted {
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
export function readLegacySentry(body: Native): Adapted {
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
