import type { Adapted, Skipped } from '../adapter.js'
import { truncate } from '../markdown.js'
import { type Native, native } from '../native.js'

/** Messages of one call that a post shows. There is nearly always one. */
const maxMessages = 10
const maxId = 255

/** Returns whether a body is of version 2 of PagerDuty's webhooks. */
export function isVersion2(body: Native): boolean {
  const [first] = body.at('messages').items
  return first?.at('event').text.startsWith('incident.') === true && first.at('incident').exists
}

/** The names of events in version 3. */
const names = new Map([
  ['incident.acknowledge', 'incident.acknowledged'],
  ['incident.annotate', 'incident.annotated'],
  ['incident.assign', 'incident.reassigned'],
  ['incident.delegate', 'incident.delegated'],
  ['incident.escalate', 'incident.escalated'],
  ['incident.resolve', 'incident.resolved'],
  ['incident.trigger', 'incident.triggered'],
  ['incident.unacknowledge', 'incident.unacknowledged'],
])

/** Returns a message of version 2 in the shape of an event of version 3. */
export function asVersion3(message: Native): Native {
  const incident = message.at('incident')
  const entry = message.at('log_entries', '0')
  const type = message.at('event').text
  const reference = {
    id: incident.at('id').text,
    html_url: incident.at('html_url').text,
    summary: titleOf(incident),
  }
  const isNote = type === 'incident.annotate'
  return native({
    id: message.at('id').text,
    event_type: names.get(type) ?? type,
    agent: { type: entry.at('agent', 'type').text, summary: entry.at('agent', 'summary').text },
    data: isNote
      ? {
          incident: reference,
          content: entry.at('channel', 'content').text || entry.at('channel', 'summary').text,
        }
      : {
          ...reference,
          number: incident.at('incident_number').text,
          title: titleOf(incident),
          urgency: incident.at('urgency').text,
          priority: {
            summary: incident.at('priority', 'summary').text || incident.at('priority', 'name').text,
          },
          service: {
            summary: incident.at('service', 'summary').text || incident.at('service', 'name').text,
            html_url: incident.at('service', 'html_url').text,
          },
          escalation_policy: { summary: incident.at('escalation_policy', 'summary').text },
          assignees: incident.at('assignments').items.map(({ at }) => ({
            summary: at('assignee', 'summary').text || at('assignee', 'name').text,
          })),
        },
  })
}

function titleOf(incident: Native): string {
  return incident.at('title').text || incident.at('description').text || incident.at('summary').text
}

/** Reads all messages of a call. Those of several incidents have no keys in common. */
export function readVersion2(body: Native, read: (message: Native) => Adapted | Skipped): Adapted | Skipped {
  const ends = body.at('messages').items.slice(0, maxMessages).map(read)
  const shown = ends.flatMap(end => ('skipped' in end ? [] : [end]))
  const [first] = shown
  const last = shown.at(-1)
  if (!first || !last) return ends[0] ?? { event: 'unknown', skipped: 'no messages' }
  if (shown.length === 1) return last
  const isOne = shown.every(({ threadKey }) => threadKey === first.threadKey)
  const ids = shown.map(({ idempotencyKey = '' }) => idempotencyKey).join(',')
  const text = shown.map(each => each.text).join('\n\n')
  const common = { event: last.event, text, idempotencyKey: truncate(ids, maxId) }
  return isOne ? { ...last, ...common } : common
}
