import type { Adapted, Skipped } from '../adapter.js'
import { alertLine, updateBy } from '../alerts/alert.js'
import { notShown } from '../forges/events.js'
import { joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

const states = new Map([
  ['critical', { sign: '🔥', state: 'Critical' }],
  ['resolved', { sign: '✅', state: 'Resolved' }],
  ['warning', { sign: '⚠️', state: 'Warning' }],
])

/** Reads a metric that crossed a threshold. Its post is closed once it is back. */
export function readMetricAlert(body: Native, event: string): Adapted | Skipped {
  const action = body.at('action').text
  const state = states.get(action)
  if (!state) return notShown(event)
  const data = body.at('data')
  const alert = data.at('metric_alert')
  const name = alert.at('alert_rule', 'name').text || data.at('description_title').text || 'A metric'
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
  }
}
