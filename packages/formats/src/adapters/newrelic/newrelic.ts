import type { Adapter } from '../adapter.js'
import { alertLine, asWords, capitalized, listOnLine, updateBy } from '../alerts/alert.js'
import { eventName } from '../forges/events.js'
import { count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** New Relic's webhook from a workflow, with the default template. An issue's post is closed with the issue. */
export const newrelic: Adapter = {
  name: 'newrelic',
  title: 'New Relic',
  headers: [],
  matches: (_headers, body) =>
    body.at('issueUrl').exists &&
    body.at('state').exists &&
    body.at('priority').exists &&
    (body.at('workflowName').exists || body.at('alertConditionNames').exists),
  read: (_headers, body) => {
    const state = body.at('state').text.toLowerCase()
    const isClosed = state === 'closed'
    return {
      event: eventName(state),
      text: joined([headlineOf(body, state), ...detailsOf(body)], '\n'),
      ...updateBy('issue', body.at('id').text, isClosed),
    }
  },
}

function headlineOf(body: Native, state: string): string {
  const priority = asWords(body.at('priority').text.toLowerCase())
  const isUrgent = priority === 'critical' || priority === 'high'
  const open = isUrgent ? '🔥' : '⚠️'
  const signs = new Map([
    ['acknowledged', '⏳'],
    ['closed', '✅'],
  ])
  const incidents = body.at('totalIncidents').number ?? 1
  return alertLine({
    sign: signs.get(state) ?? open,
    state: capitalized(asWords(state)) || 'Issue',
    item: link(body.at('title').text || 'An issue', body.at('issueUrl').text),
    notes: [priority, incidents > 1 && count(incidents, 'incident')],
  })
}

function detailsOf(body: Native): (string | false)[] {
  const conditions = namesIn(body.at('alertConditionNames'))
  const policies = namesIn(body.at('alertPolicyNames'))
  const entities = namesIn(body.at('impactedEntities'))
  const rule = joined(
    [conditions !== '' && `Condition: ${conditions}`, policies !== '' && `policy: ${policies}`],
    ' · ',
  )
  return [entities !== '' && `Affected: ${entities}`, rule]
}

function namesIn(list: Native): string {
  return listOnLine(list.items.map(name => plain(name.text, 80)))
}
