import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, linksTo, updateBy } from '../alerts/alert.js'
import { code, count, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

/** Grafana's webhook: the contact point of Grafana Alerting, and the notification channel of versions before 11. */
export const grafana: Adapter = {
  name: 'grafana',
  title: 'Grafana',
  headers: [],
  matches: (_headers, body) => {
    const isAlerting = body.at('alerts').length > 0 && body.at('groupKey').exists
    const isLegacy = body.at('ruleId').exists && body.at('ruleName').exists
    return body.at('orgId').exists && body.at('state').exists && (isAlerting || isLegacy)
  },
  read: (_headers, body) => (body.at('ruleName').exists ? readLegacyGrafana(body) : readGrafanaAlerts(body)),
}

const maxShown = 10
const maxLabels = 5
const maxValues = 4

/** Labels that the first line shows, and those that Grafana adds for itself. */
const shownElsewhere = new Set([
  'alertname',
  'datasource_uid',
  'grafana_folder',
  'ref_id',
  'rulename',
  'severity',
])

/** The names of alerts that Grafana makes for rules without a result. `rulename` is the rule's name. */
const causes = new Map([
  ['DatasourceError', 'error'],
  ['DatasourceNoData', 'no data'],
])

/** Reads a group of alerts. Its post is closed once all are resolved. */
function readGrafanaAlerts(body: Native): Adapted {
  const alerts = body.at('alerts').items
  const firing = alerts.filter(alert => alert.at('status').text !== 'resolved')
  const isResolved = body.at('status').text === 'resolved' || firing.length === 0
  const hidden = body.at('alerts').length - maxShown + (body.at('truncatedAlerts').number ?? 0)
  return {
    event: isResolved ? 'resolved' : 'firing',
    text: joined(
      [
        headline(body, firing.length, isResolved),
        ...alerts.slice(0, maxShown).map(alert => alertItem(alert, body, !isResolved)),
        hidden > 0 && `… and ${count(hidden, 'more alert')}`,
      ],
      '\n',
    ),
    ...updateBy('group', body.at('groupKey').text, isResolved),
  }
}

function headline(body: Native, firing: number, isResolved: boolean): string {
  const alerts = body.at('alerts')
  const total = alerts.length + (body.at('truncatedAlerts').number ?? 0)
  const counts = isResolved ? count(total, 'alert') : `${firing} of ${count(total, 'alert')} firing`
  const line = alertLine({
    sign: isResolved ? '✅' : '🔥',
    state: isResolved ? 'Resolved' : 'Firing',
    item: link(ruleName(body), ruleAddress(alerts.items) || body.at('externalURL').text),
    notes: [
      causes.get(body.at('commonLabels', 'alertname').text),
      plain(body.at('commonLabels', 'severity').text, 40),
    ],
  })
  return joined([line, total > 1 && `· ${counts}`])
}

function ruleName(body: Native): string {
  const labels = body.at('commonLabels')
  const alert = labels.at('alertname').text || body.at('groupLabels', 'alertname').text
  return labels.at('rulename').text || alert || body.at('title').text || 'Alerts'
}

/** The address of the rule, if all alerts are of one rule. */
function ruleAddress(alerts: Native[]): string {
  const [address = '', ...others] = new Set(alerts.map(alert => alert.at('generatorURL').text))
  return others.length === 0 ? address : ''
}

function alertItem(alert: Native, body: Native, isMixed: boolean): string {
  const annotations = alert.at('annotations')
  const summary = plain(annotations.at('summary').text || annotations.at('description').text)
  const isResolved = alert.at('status').text === 'resolved'
  const panel = alert.at('panelURL')
  const links = linksTo({
    ...(panel.text === '' ? { dashboard: alert.at('dashboardURL') } : { panel }),
    runbook: annotations.at('runbook_url'),
    ...(!isResolved && { silence: alert.at('silenceURL') }),
  })
  const facts = joined([
    isMixed && isResolved && '✅',
    summary,
    labels(alert, body),
    summary === '' && values(alert),
  ])
  if (facts === '') return links
  return joined(['-', facts, links !== '' && `(${links})`])
}

/** Returns the labels that distinguish an alert from the others of its group. */
function labels(alert: Native, body: Native): string {
  const isShared = (name: string) => body.at('alerts').length > 1 && body.at('commonLabels', name).exists
  return alert
    .at('labels')
    .entries.filter(([name]) => !shownElsewhere.has(name) && !name.startsWith('__') && !isShared(name))
    .slice(0, maxLabels)
    .map(([name, value]) => code(`${name}=${value.text}`, 80))
    .join(' ')
}

/** The values of the rule's queries and expressions, by their letters. */
function values(alert: Native): string {
  const shown = alert
    .at('values')
    .entries.flatMap(([name, { number }]) => (number === undefined ? [] : `${name}=${rounded(number)}`))
    .slice(0, maxValues)
  return shown.length > 0 ? `value ${code(shown.join(', '), 120)}` : ''
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(5)))
}

const maxMatches = 10

const states = new Map([
  ['alerting', { sign: '🔥', state: 'Alerting' }],
  ['no_data', { sign: '⚠️', state: 'No data' }],
  ['ok', { sign: '✅', state: 'OK' }],
  ['paused', { sign: '', state: 'Paused' }],
  ['pending', { sign: '⏳', state: 'Pending' }],
])
const unknown = { sign: '⚠️', state: 'Unknown' }

/** Reads an alert of a dashboard's panel. */
function readLegacyGrafana(body: Native): Adapted {
  const name = body.at('state').text
  const state = states.get(name)
  const matches = body.at('evalMatches')
  const hidden = matches.length - maxMatches
  return {
    event: state ? name : 'unknown',
    text: joined(
      [
        alertLine({ ...(state ?? unknown), item: link(body.at('ruleName').text, body.at('ruleUrl').text) }),
        quote(body.at('message').text),
        ...matches.items.slice(0, maxMatches).map(match),
        hidden > 0 && `… and ${count(hidden, 'more value')}`,
      ],
      '\n',
    ),
    ...updateBy('rule', body.at('ruleId').text, name === 'ok'),
  }
}

function match(found: Native): string {
  return joined(['-', `${plain(found.at('metric').text)}:`, code(found.at('value').text, 40) || 'no value'])
}
