import type { Adapted } from '../adapter.js'
import { alertLine, asWords, capitalized, linksTo, listOnLine, neutral, updateBy } from '../alerts/alert.js'
import { severityRank } from '../alerts/severity.js'
import { eventName } from '../forges/events.js'
import { connected } from '../forges/sentence.js'
import { joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

/** Returns whether a body is of a notification channel, as New Relic had before workflows. */
export function isLegacyNewRelic(body: Native): boolean {
  return (
    body.at('current_state').text !== '' &&
    (body.at('incident_id').exists || body.at('condition_name').exists)
  )
}

const signs = new Map([
  ['acknowledged', '⏳'],
  ['closed', '✅'],
  ['open', '🔥'],
])

/** Reads an incident. Its post is closed with the incident. */
export function readLegacyNewRelic(body: Native): Adapted {
  const state = body.at('current_state').text.toLowerCase()
  const isClosed = state === 'closed'
  const severity = body.at('severity').text.toLowerCase()
  const line = alertLine({
    sign: signs.get(state) ?? neutral,
    state: capitalized(asWords(state)),
    by: isClosed ? '' : body.at('owner').text,
    item: link(body.at('condition_name').text || 'An incident', body.at('incident_url').text),
    notes: [severity !== '' && asWords(severity)],
  })
  const targets = listOnLine(
    body.at('targets').items.map(target => link(target.at('name').text, target.at('link').text, 80)),
  )
  const policy = link(body.at('policy_name').text, body.at('policy_url').text, 80)
  const account = plain(body.at('account_name').text, 80)
  const where = joined(
    [
      targets !== '' && `Affected: ${targets}`,
      policy !== '' && `policy: ${policy}`,
      account !== '' && `account: ${account}`,
    ],
    ' · ',
  )
  const links = linksTo({ runbook: body.at('runbook_url'), chart: body.at('violation_chart_url') })
  const text = joined([line, where, links, quote(body.at('details').text)], '\n')
  if (state === 'test') return { event: 'test', text: joined([connected('New Relic'), text], '\n') }
  return {
    event: eventName(state),
    text,
    ...updateBy('incident', body.at('incident_id').text, isClosed),
    standing: isClosed ? {} : { incident: severityRank(severity) },
  }
}
