import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { dispatch, type EventReader } from '../forges/events.js'
import type { Native } from '../native.js'
import { readIncident } from './incident.js'
import { readBridge, readNote, readResponder, readStatusUpdate } from './remarks.js'

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
  'pagey.ping': (): Skipped => ({ event: 'ping', skipped: 'ping' }),
}

/** PagerDuty's webhooks, version 3. An incident's post shows its newest state, and its thread shows the steps. */
export const pagerduty: Adapter = {
  name: 'pagerduty',
  title: 'PagerDuty',
  headers: [],
  // https://developer.pagerduty.com/docs/webhooks-behavior: the same for every attempt.
  idempotencyHeader: 'x-webhook-id',
  matches: (_headers, body) => {
    const event = body.at('event')
    return event.at('event_type').text !== '' && event.at('occurred_at').exists && event.at('data').exists
  },
  read: (_headers, body: Native): Adapted | Skipped => {
    const event = body.at('event')
    return dispatch(readers, event.at('event_type').text, event)
  },
}
