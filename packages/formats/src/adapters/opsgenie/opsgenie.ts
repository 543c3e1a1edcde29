import type { Standing } from '@posthorn/core'
import type { Adapted, Adapter, Skipped } from '../adapter.js'
import { alertLine, capitalized, incidentBy, listOnLine, threadBy } from '../alerts/alert.js'
import { severityRank } from '../alerts/severity.js'
import { notShown } from '../forges/events.js'
import { bold, joined, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

type State = { sign: string; state: string }

/** By `action` (https://support.atlassian.com/opsgenie/docs/opsgenie-edge-connector-alert-action-data/). */
const states = new Map<string, State>([
  ['Acknowledge', { sign: '⏳', state: 'Acknowledged' }],
  ['AddNote', { sign: '', state: 'Note' }],
  ['AssignOwnership', { sign: '', state: 'Assigned' }],
  ['Close', { sign: '✅', state: 'Closed' }],
  ['Create', { sign: '🔥', state: 'New alert' }],
  ['Delete', { sign: '', state: 'Deleted' }],
  ['Escalate', { sign: '🔥', state: 'Escalated' }],
  ['EscalateNext', { sign: '🔥', state: 'Escalated' }],
  ['Snooze', { sign: '⏳', state: 'Snoozed' }],
  ['SnoozeEnded', { sign: '🔥', state: 'Snooze ended' }],
  ['TakeOwnership', { sign: '', state: 'Taken over' }],
  ['UnAcknowledge', { sign: '🔥', state: 'Unacknowledged' }],
  ['UpdatePriority', { sign: '', state: 'Priority changed' }],
])

/** Changes that say nothing new to a channel. */
const quiet = new Set(
  'AddTags RemoveTags AddDetails RemoveDetails UpdateDescription AddRecipient AddTeam'.split(' '),
)

/** Opsgenie's webhook integration. The post of an alert shows its newest state, and is closed with it. */
export const opsgenie: Adapter = {
  name: 'opsgenie',
  title: 'Opsgenie',
  headers: [],
  matches: (_headers, body) =>
    body.at('action').text !== '' &&
    body.at('alert', 'alertId').text !== '' &&
    (body.at('integrationName').exists || body.at('integrationId').exists),
  lacks: (_headers, body) => {
    if (body.at('action').text === '') return 'the field `action`'
    return body.at('alert', 'alertId').text === '' ? 'the alert with its `alertId`' : undefined
  },
  read: (_headers, body) => readAlert(body),
}

function readAlert(body: Native): Adapted | Skipped {
  const action = body.at('action').text
  const event = action.replace(/\W+/g, '_')
  if (quiet.has(action)) return notShown(event)
  const alert = body.at('alert')
  const { sign, state } = states.get(action) ?? { sign: '', state: wordsOf(action) }
  const number = alert.at('tinyId').text
  const item = joined([
    number !== '' && `#${plain(number, 20)}`,
    bold(plain(alert.at('message').text)) || 'An alert',
  ])
  const by = /^(?:Create|SnoozeEnded)$/.test(action) ? '' : alert.at('username').text
  const before = action === 'UpdatePriority' && plain(alert.at('oldPriority').text, 20)
  const notes = [
    plain(alert.at('priority').text, 20),
    before && `before: ${before}`,
    plain(alert.at('entity').text, 80),
  ]
  const line = alertLine({ sign, state, by, item, notes })
  const id = alert.at('alertId').text
  const isEnd = action === 'Close' || action === 'Delete'
  return {
    event,
    text: joined([line, ...detailsOf(alert, action)], '\n'),
    ...(changesState(action)
      ? { ...incidentBy('alert', id, isEnd), standing: isEnd ? {} : standingOf(alert, action) }
      : threadBy('alert', id)),
  }
}

/** How much an action asks for attention. The others do not change that. */
const attention = new Map([
  ['Acknowledge', 0],
  ['Create', 1],
  ['Escalate', 2],
  ['EscalateNext', 2],
  ['Snooze', 0],
  ['SnoozeEnded', 1],
  ['UnAcknowledge', 1],
])

function standingOf(alert: Native, action: string): Standing {
  return { alert: severityRank(alert.at('priority').text), attention: attention.get(action) ?? 0 }
}

/** Notes and new owners are replies to the alert's post, which shows its state. */
function changesState(action: string): boolean {
  return states.has(action) && !/^(?:AddNote|AssignOwnership|TakeOwnership)$/.test(action)
}

/** `UnknownAction` becomes `Unknown action`. */
function wordsOf(action: string): string {
  return capitalized(plain(action.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase(), 60))
}

const maxDescription = 300

function detailsOf(alert: Native, action: string): (string | false)[] {
  const owner = plain(alert.at('owner').text, 80)
  const note = quote(alert.at('note').text)
  if (action === 'AddNote') return [note]
  const teams = listOnLine(alert.at('responders').items.map(each => plain(each.at('name').text, 60)))
  const team = teams || plain(alert.at('team').text, 60)
  const details = alert
    .at('details')
    .entries.filter(([, value]) => value.text !== '')
    .map(([key, value]) => `${plain(key, 40)}: ${plain(value.text, 100)}`)
  const tags = listOnLine(alert.at('tags').items.map(tag => plain(tag.text, 60)))
  return [
    action === 'Create' && quote(alert.at('description').text, maxDescription),
    joined(
      [
        owner !== '' && `owner ${owner}`,
        team !== '' && `for ${team}`,
        tags !== '' && `tags ${tags}`,
        action === 'Create' && listOnLine(details),
      ],
      ' · ',
    ),
    note,
  ]
}
