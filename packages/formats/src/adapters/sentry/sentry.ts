import type { Adapted, Adapter, SenderHeaders, Skipped } from '../adapter.js'
import { eventName, notShown } from '../forges/events.js'
import type { Native } from '../native.js'
import { readSentryComment, readSentryIssue } from './issues.js'
import { readMetricAlert } from './metric-alert.js'
import { readIssueAlert, readLegacySentry } from './occurrence.js'

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

function readInstallation(body: Native, event: string): Skipped {
  return body.at('action').text === 'created' ? { event: 'ping', skipped: 'ping' } : notShown(event)
}
