import { type EventReader, eventName, eventWords, notShown } from '../forges/events.js'
import { lines, linked, person } from '../forges/sentence.js'
import { code, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'
import { githubKey, githubRepository, githubSender } from './github-values.js'

const opens = {
  created: 'opened',
  reopened: 'reopened',
  reopened_by_user: 'reopened',
  reintroduced: 'reopened',
  auto_reopened: 'reopened',
  publicly_leaked: 'leaked in public',
}
const ends = {
  fixed: 'fixed',
  dismissed: 'dismissed',
  auto_dismissed: 'dismissed',
  closed_by_user: 'closed',
  resolved: 'resolved',
}

/** What differs between the kinds of alert. */
type AlertKind = {
  kind: string
  noun: string
  title: (alert: Native) => string
  severity?: (alert: Native) => string
  detail?: (alert: Native) => string
}

/** Makes the reader of one kind of alert. An alert is one post, which is closed once the alert is. */
function alertReader({ kind, noun, title, severity, detail }: AlertKind): EventReader {
  return body => {
    const alert = body.at('alert')
    const action = body.at('action').text
    const event = eventName(kind, action)
    const ended = eventWords(ends, action)
    const did = ended ?? eventWords(opens, action)
    if (!did) return notShown(event)
    const close = ended !== undefined
    const hasActor = action === 'dismissed' || action === 'closed_by_user' || action === 'resolved'
    const first = joined([
      close ? '✅' : '⚠️',
      `${noun} alert ${did}${hasActor ? ` by ${person(githubSender(body))}` : ''}:`,
      link(title(alert), alert.at('html_url').text),
      severity?.(alert) && `(${plain(severity(alert), 40)})`,
      linked(githubRepository(body)) && `in ${linked(githubRepository(body))}`,
    ])
    const key = githubKey(body, kind, alert.at('number'))
    return {
      event,
      text: lines(first, detail?.(alert)),
      ...(key !== undefined && { updateKey: key, close }),
    }
  }
}

export const githubAlerts: Record<string, EventReader> = {
  dependabot_alert: alertReader({
    kind: 'dependabot_alert',
    noun: 'Dependabot',
    title: alert => alert.at('security_advisory', 'summary').text,
    severity: alert => alert.at('security_advisory', 'severity').text,
    detail: alert => {
      const fixed = alert.at('security_vulnerability', 'first_patched_version', 'identifier').text
      const name = alert.at('dependency', 'package', 'name').text
      const { text: file } = alert.at('dependency', 'manifest_path')
      return joined([code(name), file && `in ${code(file)}`, fixed && `· fixed in ${code(fixed)}`])
    },
  }),
  code_scanning_alert: alertReader({
    kind: 'code_scanning_alert',
    noun: 'Code scanning',
    title: alert => alert.at('rule', 'description').text || alert.at('rule', 'id').text,
    severity: alert => alert.at('rule', 'security_severity_level').text || alert.at('rule', 'severity').text,
    detail: alert => {
      const location = alert.at('most_recent_instance').exists
        ? alert.at('most_recent_instance', 'location')
        : alert.at('instances', '0', 'location')
      return code(joined([location.at('path').text, location.at('start_line').text], ':'))
    },
  }),
  secret_scanning_alert: alertReader({
    kind: 'secret_scanning_alert',
    noun: 'Secret scanning',
    title: alert => alert.at('secret_type_display_name').text || alert.at('secret_type').text,
  }),
}
