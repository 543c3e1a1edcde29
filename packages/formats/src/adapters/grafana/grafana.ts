import type { Adapted, Adapter } from '../adapter.js'
import { lackOfGroup } from '../alertmanager/alertmanager.js'
import { updateBy } from '../alerts/alert.js'
import { type AlertGroup, type GroupSender, groupStanding, groupText, readGroup } from '../alerts/group.js'
import { connected, excerpt } from '../forges/sentence.js'
import { joined, link, truncate } from '../markdown.js'
import type { Native } from '../native.js'
import { readLegacyGrafana } from './legacy.js'

/** Grafana's webhook: the contact point of Grafana Alerting, and the notification channel of versions before 11. */
export const grafana: Adapter = {
  name: 'grafana',
  title: 'Grafana',
  headers: [],
  matches: (_headers, body) =>
    body.at('orgId').exists && body.at('state').exists && lackOf(body) === undefined,
  lacks: (_headers, body) => lackOf(body),
  read: (_headers, body) => (body.at('ruleName').exists ? readLegacyGrafana(body) : readGrafanaAlerts(body)),
}

/** Owners may change the body of Grafana Alerting, so only the alerts are certain. */
function lackOf(body: Native): string | undefined {
  if (!body.at('ruleName').exists) return body.at('orgId').exists ? lackOfGroup(body) : '`orgId`'
  return body.at('state').text === '' ? '`state`' : undefined
}

const maxValues = 6
const maxMessage = 1500
const maxImages = 4

/** Labels that Grafana adds for itself. `rulename` is the name in the first line. */
const internal = new Set(['datasource_uid', 'ref_id', 'rulename'])

/** The names of alerts that Grafana makes for rules without a result. `rulename` is the rule's name. */
const causes = new Map([
  ['DatasourceError', 'error'],
  ['DatasourceNoData', 'no data'],
])

/** Reads a group of alerts. Its post is closed once all are resolved. */
function readGrafanaAlerts(body: Native): Adapted {
  const group = readGroup(body)
  const cause = causes.get(body.at('commonLabels', 'alertname').text)
  const title = {
    title: ownTitle(body),
    address: ruleAddress(group) || body.at('externalURL').text,
    notes: [cause],
    message: ownMessage(body),
  }
  const text = groupText(body, group, senderOf(group), title)
  const images = imagesOf(group)
  const more = images.length > 0 && { attachments: images.map(image_url => ({ image_url })) }
  if (isTest(body)) return { event: 'test', text: joined([connected('Grafana'), text], '\n'), ...more }
  return {
    event: group.isResolved ? 'resolved' : 'firing',
    text,
    ...more,
    ...updateBy('group', body.at('groupKey').text, group.isResolved),
    standing: groupStanding(group),
  }
}

/** The button "Test" of a contact point sends an alert of this name. */
function isTest(body: Native): boolean {
  const labels = body.at('alerts', '0', 'labels')
  return labels.at('alertname').text === 'TestAlert' && labels.at('instance').text === 'Grafana'
}

/** The address of the rule, if all alerts are of one rule. */
function ruleAddress({ firing, resolved }: AlertGroup): string {
  const [address = '', ...others] = new Set([...firing, ...resolved].map(ruleOf))
  return others.length === 0 ? address : ''
}

function ruleOf(alert: Native): string {
  return alert.at('generatorURL').text
}

function senderOf(group: AlertGroup): GroupSender {
  const isOneRule = ruleAddress(group) !== ''
  return {
    nameOf: alert => alert.at('labels', 'rulename').text || alert.at('labels', 'alertname').text,
    isInternal: name => internal.has(name) || name.startsWith('__'),
    more: alert => ({
      value: valuesOf(alert),
      rule: isOneRule ? '' : ruleOf(alert),
      panel: alert.at('panelURL').text,
      dashboard: alert.at('dashboardURL').text,
      silence: alert.at('status').text === 'resolved' ? '' : alert.at('silenceURL').text,
    }),
  }
}

/** The values of the rule's queries and expressions, by their letters. Some alerts have them only as a text. */
function valuesOf(alert: Native): string {
  const values = alert.at('values').entries.flatMap(([name, value]) => {
    const { number, text } = value
    return text === '' ? [] : `${name}=${number === undefined ? text : rounded(number)}`
  })
  return (values.length > 0 ? values : valuesIn(alert.at('valueString').text)).slice(0, maxValues).join(', ')
}

/** Reads `[ var='B' labels={host=a} value=91.2 ]`. */
function valuesIn(text: string): string[] {
  const found = truncate(text, maxMessage).matchAll(
    /\bvar='([^']{1,60})'[^[\]]{0,500}\bvalue=([^\s\]]{1,60})/g,
  )
  return [...found].map(([, name, value]) => `${name}=${rounded(Number(value)) || value}`)
}

function rounded(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(5))) : ''
}

/** Returns the title of the contact point, unless it is Grafana's own: `[FIRING:1] High load (web-1)`. */
function ownTitle(body: Native): string {
  const title = truncate(body.at('title').text, maxMessage)
  const [, words = title] = /^\[(?:FIRING|RESOLVED)(?::\d+)?(?:, RESOLVED:\d+)?\](.*)$/s.exec(title) ?? []
  if (words === title) return title
  const values = [...body.at('groupLabels').entries, ...body.at('commonLabels').entries]
    .map(([, { text }]) => text)
    .filter(text => text !== '')
    .toSorted((one, other) => other.length - one.length)
  const rest = values.reduce((left, value) => left.replaceAll(value, ''), words)
  return /^[\s()]*$/.test(rest) ? '' : title
}

/** Returns the message of the contact point, unless it is Grafana's own list of the alerts. */
function ownMessage(body: Native): string {
  const { text } = body.at('message')
  return /^\*\*(?:Firing|Resolved)\*\*\s*\n[\s\S]*Value:/.test(text.slice(0, maxMessage))
    ? ''
    : excerpt(body.at('message'), maxMessage)
}

/** The pictures of the panels. */
function imagesOf({ firing, resolved }: AlertGroup): string[] {
  const images = [...firing, ...resolved].map(alert => alert.at('imageURL').text)
  return [...new Set(images)].filter(image => link('image', image) !== 'image').slice(0, maxImages)
}
