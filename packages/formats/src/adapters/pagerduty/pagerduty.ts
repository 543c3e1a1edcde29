import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { alertLine, incidentBy, listOnLine, threadBy } from '../alerts/alert.js'
import { dispatch, type EventReader, notShown, withDeliveryId } from '../forges/events.js'
import { connected } from '../forges/sentence.js'
import { joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { asVersion3, isVersion2, readVersion2 } from './version2.js'

/** By `event_type`. */
const readers: Record<string, EventReader> = {
  'incident.acknowledged': readIncident,
  'incident.annotated': readNote,
  'incident.conference_bridge.updated': readBridge,
  'incident.delegated': readIncident,
  'incident.escalated': readIncident,
  'incident.priority_updated': readIncident,
  'incident.reassigned': readIncident,
  'incident.reopened': readIncident,
  'incident.resolved': readIncident,
  'incident.responder.added': readResponder,
  'incident.responder.replied': readResponder,
  'incident.status_update_published': readStatusUpdate,
  'incident.triggered': readIncident,
  'incident.unacknowledged': readIncident,
  'pagey.ping': () => ({ event: 'ping', text: connected('PagerDuty') }),
}

/** PagerDuty's webhooks, versions 3 and 2. An incident's post shows its newest state, and its thread shows the steps. */
export const pagerduty: Adapter = {
  name: 'pagerduty',
  title: 'PagerDuty',
  headers: [],
  matches: (_headers, body) => {
    const event = body.at('event')
    const isCurrent =
      event.at('event_type').text !== '' && event.at('occurred_at').exists && event.at('data').exists
    return isCurrent || isVersion2(body)
  },
  lacks: (_headers, body) => {
    if (isVersion2(body)) return undefined
    if (body.at('event', 'event_type').text === '') return '`event_type` in its `event`, or `messages`'
    return body.at('event', 'data').exists ? undefined : '`data` in its `event`'
  },
  read: (_headers, body: Native): Adapted | Skipped => {
    if (isVersion2(body)) return readVersion2(body, message => readEvent(asVersion3(message)))
    return readEvent(body.at('event'))
  },
}

/** The id of an event is the same for every attempt. */
function readEvent(event: Native): Adapted | Skipped {
  const end = dispatch(readers, event.at('event_type').text, event)
  return withDeliveryId(end, event.at('id').text)
}

/** How bad the step of an incident is. */
const ranks = new Map([
  ['incident.acknowledged', 1],
  ['incident.delegated', 1],
  ['incident.reassigned', 1],
  ['incident.escalated', 3],
  ['incident.resolved', 0],
])

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
/** A priority also changes while somebody works on an incident, and after its end. */
const statusSigns = new Map([
  ['acknowledged', '⏳'],
  ['resolved', '✅'],
])
const triggered = { sign: '🔥', state: 'Triggered' }

/** Reads a new state of an incident. */
function readIncident(envelope: Native, event: string): Adapted {
  const incident = envelope.at('data')
  const isResolved = event === 'incident.resolved' || incident.at('status').text === 'resolved'
  const urgency = incident.at('urgency').text
  const status = incident.at('status').text
  const isChange = event === 'incident.priority_updated'
  const priority = plain(incident.at('priority', 'summary').text, 40)
  const line = alertLine({
    ...(steps.get(event) ?? triggered),
    ...(isChange && statusSigns.has(status) && { sign: statusSigns.get(status) }),
    by: pagerDutyUser(envelope),
    item: joined([incidentTitle(incident), onService(incident)]),
    notes: [priority || (isChange && 'no priority'), urgency === 'high' && !isResolved && 'high urgency'],
  })
  return {
    event,
    text: joined([line, isResolved ? mergedInto(incident) : responders(incident)], '\n'),
    ...incidentBy('incident', incident.at('id').text, isResolved),
    standing: { incident: isResolved ? 0 : (ranks.get(event) ?? 2) },
  }
}

/** Returns the name of the person behind an event. Integrations and policies act as well. */
function pagerDutyUser(envelope: Native): string {
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

/** Reads a note. It is a reply to its incident. */
function readNote(envelope: Native, event: string): Adapted {
  return remark(envelope, event, 'added a note to', quote(envelope.at('data', 'content').text))
}

/** Reads an update for those who follow an incident. */
function readStatusUpdate(envelope: Native, event: string): Adapted {
  return remark(envelope, event, 'published an update of', quote(envelope.at('data', 'message').text))
}

const answers = new Map([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
])

/** Reads a request to a responder, or the answer. */
function readResponder(envelope: Native, event: string): Adapted {
  const data = envelope.at('data')
  const name = plain(data.at('user', 'summary').text || data.at('escalation_policy', 'summary').text, 60)
  const message = quote(data.at('message').text)
  if (event === 'incident.responder.added')
    return remark(envelope, event, `asked ${name || 'somebody'} for help with`, message)
  const answer = answers.get(data.at('state').text) ?? 'replied to'
  return remark(envelope, event, `${answer} the request for help with`, message, name)
}

/** Reads the address of a call. */
function readBridge(envelope: Native, event: string): Adapted | Skipped {
  const data = envelope.at('data')
  const address = data.at('conference_url').text
  const numbers = data.at('conference_numbers').items.map(each => plain(each.at('number').text, 60))
  const ways = joined([address !== '' && link('Join the call', address), ...numbers.slice(0, 3)], ' · ')
  return ways === ''
    ? notShown(event, `${event} without an address is not shown`)
    : remark(envelope, event, 'set up a call for', ways)
}

function remark(
  envelope: Native,
  event: string,
  did: string,
  details: string,
  who = plain(pagerDutyUser(envelope), 60),
): Adapted {
  const incident = envelope.at('data', 'incident')
  const title = link(incident.at('summary').text || 'an incident', incident.at('html_url').text)
  return {
    event,
    text: joined([joined([who || 'Somebody', did, title]), details], '\n'),
    ...threadBy('incident', incident.at('id').text),
  }
}
