import type { Standing } from '@posthorn/core'
import type { Adapted, Adapter, Skipped } from '../adapter.js'
import {
  alertLine,
  asWords,
  capitalized,
  incidentBy,
  listOnLine,
  neutral,
  updateBy,
  utcTime,
} from '../alerts/alert.js'
import { eventName, notShown } from '../forges/events.js'
import { excerpt } from '../forges/sentence.js'
import { joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

const signs = new Map<string, string | undefined>([
  ['completed', '✅'],
  ['identified', '⚠️'],
  ['in_progress', '⏳'],
  ['investigating', '🔥'],
  ['monitoring', '⏳'],
  ['postmortem', undefined],
  ['resolved', '✅'],
  ['scheduled', undefined],
  ['verifying', '⏳'],
])
const ends = new Set(['completed', 'postmortem', 'resolved'])

/** The webhooks of status pages by Atlassian Statuspage. An incident's thread has the page's updates. */
export const statuspage: Adapter = {
  name: 'statuspage',
  title: 'Statuspage',
  headers: [],
  matches: (_headers, body) =>
    body.at('page', 'status_indicator').exists &&
    body.at('meta', 'unsubscribe').exists &&
    (body.at('incident').exists || body.at('component_update').exists),
  lacks: (_headers, body) => {
    if (!body.at('page').exists) return '`page`'
    if (body.at('incident').exists)
      return body.at('incident', 'status').text === '' ? '`status` in its `incident`' : undefined
    return body.at('component_update', 'new_status').text === ''
      ? '`incident` or `component_update`'
      : undefined
  },
  read: (_headers, body): Adapted | Skipped => {
    if (body.at('incident').exists) return readPageIncident(body.at('incident'))
    return body.at('component_update').exists ? readComponent(body) : notShown('unknown')
  },
}

function readPageIncident(incident: Native): Adapted {
  const status = incident.at('status').text
  const impact = incident.at('impact').text
  const isEnd = ends.has(status)
  const hasImpact = !isEnd && impact !== '' && impact !== 'none'
  const update = incident.at('incident_updates', '0')
  const line = alertLine({
    sign: signs.has(status) ? signs.get(status) : neutral,
    state: capitalized(asWords(status)) || 'Update',
    item: link(incident.at('name').text || 'An incident', incident.at('shortlink').text),
    notes: [hasImpact && (impact === 'maintenance' ? impact : `${asWords(impact)} impact`)],
  })
  const postmortem = incident.at('postmortem_body')
  const hasOwn = status === 'postmortem' && postmortem.text !== ''
  const details = [
    !isEnd && affected(update),
    planned(incident, status),
    excerpt(hasOwn ? postmortem : update.at('body')),
  ]
  return {
    event: eventName('incident', status),
    text: joined([line, ...details], '\n'),
    ...incidentBy('incident', incident.at('id').text, isEnd),
    standing: isEnd ? {} : { impact: ranks.get(impact) ?? 1, ...componentStanding(update) },
  }
}

/** How bad impacts and the states of components are. */
const ranks = new Map([
  ['none', 0],
  ['operational', 0],
  ['maintenance', 0],
  ['under_maintenance', 0],
  ['minor', 1],
  ['degraded_performance', 1],
  ['major', 2],
  ['partial_outage', 2],
  ['critical', 3],
  ['major_outage', 3],
])

function rankOf(component: Native): number {
  return ranks.get(component.at('new_status').text) ?? 1
}

function componentStanding(update: Native): Standing {
  const components = update.at('affected_components').items
  return Object.fromEntries(
    components.map(each => [`component ${each.at('name').text || each.at('code').text}`, rankOf(each)]),
  )
}

/** The components that do not work as usual. */
function affected(update: Native): string | false {
  const components = update
    .at('affected_components')
    .items.filter(component => component.at('new_status').text !== 'operational')
    .map(each => {
      const status = asWords(each.at('new_status').text)
      const name = plain(each.at('name').text || each.at('code').text, 80)
      return joined([name, name !== '' && status !== '' && `(${status})`])
    })
  const names = listOnLine(components)
  return names !== '' && `Affected: ${names}`
}

function planned(incident: Native, status: string): string | false {
  const start = utcTime(incident.at('scheduled_for').text)
  const end = utcTime(incident.at('scheduled_until').text)
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  const from = isSameDay ? start.replace(' UTC', '') : start
  const to = isSameDay ? end.slice('2026-11-20 '.length) : end
  return status === 'scheduled' && start !== '' && joined([`From ${from}`, end !== '' && `to ${to}`])
}

function readComponent(body: Native): Adapted {
  const component = body.at('component')
  const update = body.at('component_update')
  const status = update.at('new_status').text
  const isOperational = status === 'operational'
  const before = asWords(update.at('old_status').text)
  const text = alertLine({
    sign: isOperational ? '✅' : ranks.has(status) ? '⚠️' : neutral,
    state: capitalized(asWords(status)) || 'Changed',
    item: link(component.at('name').text || 'A component', pageOf(body)),
    notes: [before !== '' && `before: ${before}`],
  })
  const id = update.at('component_id').text || component.at('id').text
  return {
    event: eventName('component', status),
    text,
    ...updateBy('component', id, isOperational),
    standing: { component: rankOf(update) },
  }
}

/** The page's address is only in that for unsubscribing, which is nobody else's business. */
function pageOf(body: Native): string {
  return /^https?:\/\/[^/?#\s]{1,300}/.exec(body.at('meta', 'unsubscribe').text)?.[0] ?? ''
}
