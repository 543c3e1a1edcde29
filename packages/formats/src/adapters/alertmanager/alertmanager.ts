import type { Adapted, Adapter } from '../adapter.js'
import { bold, code, count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** Alerts that a post shows. The rest are counted. */
const maxShown = 10
const maxLabels = 6

/** Labels that every alert of a group has, and those that the first line shows already. */
const shownElsewhere = new Set(['alertname', 'severity'])

/** Prometheus Alertmanager's webhook, version 4. A group of alerts is one post, which is closed once all are resolved. */
export const alertmanager: Adapter = {
  name: 'alertmanager',
  title: 'Prometheus Alertmanager',
  headers: [],
  matches: (_headers, body) =>
    body.at('groupKey').text !== '' && body.at('receiver').exists && body.at('alerts').length > 0,
  read: (_headers, body): Adapted => {
    const alerts = body.at('alerts').items
    const firing = alerts.filter(alert => alert.at('status').text !== 'resolved')
    const isResolved = body.at('status').text === 'resolved' || firing.length === 0
    const key = body.at('groupKey').text
    const state = [
      headline(body, firing.length, isResolved),
      ...lines(alerts, body.at('commonLabels')),
      more(body),
    ]
    return {
      event: isResolved ? 'resolved' : 'firing',
      text: joined([joined(state, '\n'), joined(remedies(firing), '\n')], '\n\n'),
      ...(key !== '' && { updateKey: key, close: isResolved }),
    }
  },
}

function headline(body: Native, firing: number, isResolved: boolean): string {
  const name =
    body.at('commonLabels', 'alertname').text || body.at('groupLabels', 'alertname').text || 'Alerts'
  const severity = body.at('commonLabels', 'severity').text
  const title = link(name, body.at('externalURL').text)
  const total = body.at('alerts').length + (body.at('truncatedAlerts').number ?? 0)
  const counts = isResolved ? count(total, 'alert') : `${firing} of ${count(total, 'alert')} firing`
  return joined([
    isResolved ? '✅' : '🔥',
    bold(isResolved ? 'Resolved:' : 'Firing:'),
    title,
    severity !== '' && `(${plain(severity)})`,
    total > 1 && `· ${counts}`,
  ])
}

/** Labels that all alerts share do not distinguish them. */
function lines(alerts: Native[], common: Native): string[] {
  const isShared = (name: string) => alerts.length > 1 && common.at(name).exists
  return alerts.slice(0, maxShown).map(alert => {
    const { text } = alert.at('annotations', 'summary').text
      ? alert.at('annotations', 'summary')
      : alert.at('annotations', 'description')
    const labels = alert
      .at('labels')
      .entries.filter(([name]) => !shownElsewhere.has(name) && !isShared(name))
      .slice(0, maxLabels)
    const resolved = alert.at('status').text === 'resolved' && '✅'
    const source = link('graph', alert.at('generatorURL').text)
    return joined([
      '-',
      resolved,
      plain(text),
      labels.map(([name, value]) => code(`${name}=${value.text}`, 80)).join(' '),
      source !== 'graph' && `(${source})`,
    ])
  })
}

function more(body: Native): string {
  const hidden = body.at('alerts').length - maxShown + (body.at('truncatedAlerts').number ?? 0)
  return hidden > 0 ? `… and ${count(hidden, 'more alert')}` : ''
}

/** What to do about the alerts that still fire, each text once. Alerts of one rule have the same. */
function remedies(firing: Native[]): string[] {
  const all = firing.slice(0, maxShown).map(alert => alert.at('annotations'))
  const actions = all.map(annotations => plain(annotations.at('action').text))
  const runbooks = all.map(annotations =>
    runbook(annotations.at('runbook_url').text || annotations.at('runbook').text),
  )
  return [...named('Action', actions), ...named('Runbook', runbooks)]
}

function named(name: string, texts: string[]): string[] {
  return [...new Set(texts)].filter(text => text !== '').map(text => `${bold(`${name}:`)} ${text}`)
}

/** An address is a link, and a path in a repository is shown as it is. */
function runbook(place: string): string {
  const linked = link(place, place)
  return linked === plain(place) ? code(place) : linked
}
