import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, incidentBy, threadBy } from '../alerts/alert.js'
import { severityRank } from '../alerts/severity.js'
import { fieldName, jsonLeaves, type Leaf, listOfLeaves } from '../json/describe.js'
import { bold, joined, link, plain, quote } from '../markdown.js'
import { type Native, native } from '../native.js'

/**
 * Zabbix's webhooks. Each administrator chooses the fields, mostly named like Zabbix's macros: `event_name`, `{EVENT.NAME}`,
 * `eventName`. Fields with other names are listed.
 */
export const zabbix: Adapter = {
  name: 'zabbix',
  title: 'Zabbix',
  headers: [],
  matches: (_headers, body) => {
    const fields = fieldsOf(body)
    return [['eventid'], names, stateNames].every(each => take(fields, ...each) !== '')
  },
  lacks: (_headers, body) => {
    const fields = fieldsOf(body)
    const isOwn = [names, own].every(each => take(fields, ...each) !== '')
    return isOwn ? undefined : 'fields named like macros, such as `event_name` and `event_value`'
  },
  read: (_headers, body) => readEvent(body),
}

/** Fields by their names without case and separators, and which of them are shown. */
type Fields = { values: Native; used: Set<string> }

/** Macros that Zabbix could not resolve are empty. */
function fieldsOf(body: Native): Fields {
  const entries = body.entries.map(([key, { text }]) => [fieldName(key), isUnresolved(text) ? '' : text])
  return { values: native(Object.fromEntries(entries)), used: new Set(ids) }
}

/** What says nothing to people. */
const ids =
  'eventid triggerid zabbixurl eventsource eventnseverity eventupdatestatus eventrecoveryvalue'.split(' ')

function isUnresolved(text: string): boolean {
  return /^(?:\{[A-Z][A-Z0-9.]*\}|\*UNKNOWN\*)$/.test(text)
}

/** Returns the first of these fields that has a value. */
function take({ values, used }: Fields, ...names: string[]): string {
  const name = names.find(each => values.at(each).text !== '')
  if (name === undefined) return ''
  used.add(name)
  return values.at(name).text
}

const names = 'eventname triggername problemname alertsubject trigger problem subject'.split(' ')
const severities = 'eventseverity triggerseverity severity'.split(' ')
const stateNames = 'eventvalue eventstatus triggervalue triggerstatus status'.split(' ')

/** Each body that Zabbix's documentation shows has one of these. */
const own = [
  ...['eventid', 'eventvalue', 'eventstatus', 'eventseverity', 'triggerid', 'triggerstatus', 'triggervalue'],
  ...['triggerseverity', 'hostname', 'host', 'zabbixurl'],
]

type State = { event: string; sign: string; state: string; isEnd: boolean }

const resolved: State = { event: 'resolved', sign: '✅', state: 'Resolved', isEnd: true }
const problem: State = { event: 'problem', sign: '🔥', state: 'Problem', isEnd: false }

/** Of `{EVENT.VALUE}`, `{EVENT.STATUS}` and `{TRIGGER.STATUS}`. */
const states = new Map<string, State>([
  ['0', resolved],
  ['1', problem],
  ['OK', resolved],
  ['PROBLEM', problem],
  ['RESOLVED', resolved],
])

function stateOf(fields: Fields): State {
  const given = stateNames.map(name => take(fields, name)).filter(value => value !== '')
  const known = given.map(value => states.get(value.toUpperCase())).find(state => state !== undefined)
  if (isUpdate(fields) && known !== resolved)
    return { event: 'update', sign: '', state: 'Updated', isEnd: false }
  const state = given[0] === undefined ? 'Event' : `Status ${plain(given[0], 60)}`
  return known ?? { event: 'event', sign: '', state, isEnd: false }
}

function isUpdate({ values }: Fields): boolean {
  return values.at('eventupdatestatus').text === '1'
}

function readEvent(body: Native): Adapted {
  const fields = fieldsOf(body)
  const { event, sign, state, isEnd } = stateOf(fields)
  const item = bold(link(take(fields, ...names), addressOf(fields)))
  const notes = [severities, ['hostname', 'host'], ['eventopdata']]
    .map(each => plain(take(fields, ...each), 100))
    .filter(note => note !== '')
  const by = isUpdate(fields) ? take(fields, 'eventupdateuser') : ''
  const details = ['eventupdatemessage', 'alertmessage', 'message', 'triggerdescription'].map(field =>
    quote(take(fields, field)),
  )
  const ignored: string[] = []
  const list = listOfLeaves(restOf(body, fields, ignored), ignored)
  return {
    event: isUpdate(fields) ? 'update' : event,
    text: joined([alertLine({ sign, state, by, item, notes }), ...details], '\n'),
    ...(list !== '' && { attachments: [{ text: list }] }),
    ...keysOf(fields, isEnd),
    ...(ignored.length > 0 && { ignored }),
  }
}

/** An update does not change the state that the post of the event shows. */
function keysOf(
  fields: Fields,
  isEnd: boolean,
): Pick<Adapted, 'updateKey' | 'threadKey' | 'close' | 'standing'> {
  const id = fields.values.at('eventid').text
  if (isUpdate(fields) && !isEnd) return threadBy('event', id)
  return { ...incidentBy('event', id, isEnd), standing: isEnd ? {} : { event: rankOf(fields) } }
}

/** The number of a severity is the same in all languages. */
function rankOf(fields: Fields): number {
  const number = Number(fields.values.at('eventnseverity').text || Number.NaN)
  return Number.isFinite(number) ? number + 1 : severityRank(take(fields, ...severities))
}

/** The address of the trigger, or of the event in Zabbix's own pages. */
function addressOf(fields: Fields): string {
  const base = take(fields, 'zabbixurl').replace(/\/$/, '')
  const [trigger, event] = [take(fields, 'triggerid'), take(fields, 'eventid')]
  const isKnown = base !== '' && /^\d+$/.test(trigger) && /^\d+$/.test(event)
  return isKnown
    ? `${base}/tr_events.php?triggerid=${trigger}&eventid=${event}`
    : take(fields, 'triggerurl', 'url')
}

function restOf(body: Native, { used }: Fields, ignored: string[]): Leaf[] {
  return jsonLeaves(body, ignored).filter(
    ({ path, value }) =>
      !isUnresolved(value.text) && !(path.length === 1 && used.has(fieldName(path[0] ?? ''))),
  )
}
