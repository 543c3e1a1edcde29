import type { Adapter } from '../adapter.js'
import { type EventReader, eventName, notShown } from '../forges/events.js'
import { readLinearComment } from './comment.js'
import { readLinearIssue, readLinearSla } from './issue.js'
import { readLinearProject, readLinearUpdate } from './project.js'

/** By `type` and `action`. */
const readers = new Map<string, EventReader>([
  ['Comment.create', readLinearComment],
  ['InitiativeUpdate.create', readLinearUpdate],
  ['Issue.create', readLinearIssue],
  ['Issue.remove', readLinearIssue],
  ['Issue.update', readLinearIssue],
  ['IssueSLA.breached', readLinearSla],
  ['IssueSLA.highRisk', readLinearSla],
  ['Project.create', readLinearProject],
  ['Project.remove', readLinearProject],
  ['Project.update', readLinearProject],
  ['ProjectUpdate.create', readLinearUpdate],
])

/** Linear's webhooks. Issues and projects are threads. */
export const linear: Adapter = {
  name: 'linear',
  title: 'Linear',
  headers: [],
  idempotencyHeader: 'linear-delivery',
  matches: (_headers, body) =>
    body.at('organizationId').exists &&
    body.at('webhookTimestamp').exists &&
    body.at('type').exists &&
    body.at('action').exists,
  read: (_headers, body) => {
    const event = eventName(body.at('type').text, body.at('action').text)
    return readers.get(event)?.(body, event) ?? notShown(event)
  },
}
