import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, asWords, capitalized, listOnLine, neutral, updateBy } from '../alerts/alert.js'
import { severityRank } from '../alerts/severity.js'
import { eventName } from '../forges/events.js'
import { count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { isLegacyNewRelic, readLegacyNewRelic } from './legacy.js'

/**
 * New Relic's webhook from a workflow, with the default template, and that of its older notification channels. An issue's post is
 * closed with the issue.
 */
export const newrelic: Adapter = {
  name: 'newrelic',
  title: 'New Relic',
  headers: [],
  matches: (_headers, body) =>
    isLegacyNewRelic(body) ||
    (lackOf(body) === undefined && (body.at('workflowName').exists || body.at('alertConditionNames').exists)),
  lacks: (_headers, body) => (isLegacyNewRelic(body) ? undefined : lackOf(body)),
  read: (_headers, body) => (isLegacyNewRelic(body) ? readLegacyNewRelic(body) : readIssue(body)),
}

function lackOf(body: Native): string | undefined {
  const missing = ['issueUrl', 'state', 'priority'].find(key => body.at(key).text === '')
  return missing === undefined ? undefined : `\`${missing}\``
}

/** An issue without one of these states is shown as it is called. */
const signs = new Map([
  ['acknowledged', '⏳'],
  ['closed', '✅'],
])
const openStates = new Set(['activated', 'created', 'open'])

function readIssue(body: Native): Adapted {
  const state = body.at('state').text.toLowerCase()
  const isClosed = state === 'closed'
  const incidents = incidentsIn(body)
  const standing = { issue: severityRank(body.at('priority').text), incidents }
  return {
    event: eventName(state),
    text: joined([headlineOf(body, state), ...detailsOf(body)], '\n'),
    ...updateBy('issue', body.at('id').text || body.at('issueUrl').text, isClosed),
    standing: isClosed ? {} : standing,
  }
}

function incidentsIn(body: Native): number {
  const { text } = body.at('totalIncidents')
  return /^\d{1,9}$/.test(text) ? Number(text) : 0
}

function headlineOf(body: Native, state: string): string {
  const priority = asWords(body.at('priority').text.toLowerCase())
  const isUrgent = priority === 'critical' || priority === 'high'
  const open = isUrgent ? '🔥' : '⚠️'
  const incidents = incidentsIn(body)
  return alertLine({
    sign: signs.get(state) ?? (openStates.has(state) ? open : neutral),
    state: capitalized(asWords(state)) || 'Issue',
    item: link(body.at('title').text || 'An issue', body.at('issueUrl').text),
    notes: [priority, incidents > 1 && count(incidents, 'incident')],
  })
}

function detailsOf(body: Native): (string | false)[] {
  const conditions = namesIn(body.at('alertConditionNames'))
  const policies = namesIn(body.at('alertPolicyNames'))
  const entities = namesIn(body.at('impactedEntities'))
  const workflow = plain(body.at('workflowName').text, 80)
  const rule = joined(
    [
      conditions !== '' && `Condition: ${conditions}`,
      policies !== '' && `policy: ${policies}`,
      workflow !== '' && `workflow: ${workflow}`,
    ],
    ' · ',
  )
  return [entities !== '' && `Affected: ${entities}`, rule]
}

/** Templates write one name without a list. */
function namesIn(list: Native): string {
  const names = list.isList ? list.items : [list]
  return listOnLine([...new Set(names.map(name => plain(name.text, 80)))])
}
