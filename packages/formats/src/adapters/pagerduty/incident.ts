import type { Adapted } from '../adapter.js'
import { alertLine, incidentBy, listOnLine } from '../alerts/alert.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

const steps = new Map([
  ['incident.acknowledged', { sign: '⏳', state: 'Acknowledged' }],
  ['incident.delegated', { sign: '🔥', state: 'Delegated' }],
  ['incident.escalated', { sign: '🔥', state: 'Escalated' }],
  ['incident.priority_updated', { sign: '🔥', state: 'Priority changed' }],
  ['incident.reassigned', { sign: '🔥', state: 'Reassigned' }],
  ['incident.reopened', { sign: '🔥', state: 'Reopened' }],
  ['incident.resolved', { sign: '✅', state: 'Resolved' }],
  ['incident.unacknowledged', { sign: '🔥', state: 'Unacknowledged' }],
])
const triggered = { sign: '🔥', state: 'Triggered' }

/** Reads a new state of an incident. */
export function readIncident(envelope: Native, event: string): Adapted {
  const incident = envelope.at('data')
  const isResolved = event === 'incident.resolved'
  const urgency = incident.at('urgency').text
  const line = alertLine({
    ...(steps.get(event) ?? triggered),
    by: pagerDutyUser(envelope),
    item: joined([incidentTitle(incident), onService(incident)]),
    notes: [
      plain(incident.at('priority', 'summary').text, 40),
      urgency === 'high' && !isResolved && 'high urgency',
    ],
  })
  return {
    event,
    text: joined([line, isResolved ? mergedInto(incident) : responders(incident)], '\n'),
    ...incidentBy('incident', incident.at('id').text, isResolved),
  }
}

/** Returns the name of the person behind an event. Integrations and policies act as well. */
export function pagerDutyUser(envelope: Native): string {
  const agent = envelope.at('agent')
  return agent.at('type').text.startsWith('user') ? agent.at('summary').text : ''
}

function incidentTitle(incident: Native): string {
  const number = incident.at('number').text
  const title = incident.at('title').text || incident.at('summary').text || 'An incident'
  return link(joined([number !== '' && `#${number}`, title]), incident.at('html_url').text)
}

function onService(incident: Native): string | false {
  const service = incident.at('service')
  const name = service.at('summary').text
  return name !== '' && `on ${link(name, service.at('html_url').text, 80)}`
}

function responders(incident: Native): string | false {
  const assignees = incident.at('assignees').items.map(user => plain(user.at('summary').text, 60))
  const policy = plain(incident.at('escalation_policy', 'summary').text, 80)
  const names = listOnLine(assignees)
  return names !== '' && joined([`Assigned to ${names}`, policy !== '' && `(${policy})`])
}

function mergedInto(incident: Native): string | false {
  const target = incident.at('resolve_reason', 'incident')
  return target.exists && `Merged into ${incidentTitle(target)}`
}
