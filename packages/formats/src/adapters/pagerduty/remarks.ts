import type { Adapted, Skipped } from '../adapter.js'
import { threadBy } from '../alerts/alert.js'
import { notShown } from '../forges/events.js'
import { joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'
import { pagerDutyUser } from './incident.js'

/** Reads a note. It is a reply to its incident. */
export function readNote(envelope: Native, event: string): Adapted {
  return remark(envelope, event, 'added a note to', quote(envelope.at('data', 'content').text))
}

/** Reads an update for those who follow an incident. */
export function readStatusUpdate(envelope: Native, event: string): Adapted {
  return remark(envelope, event, 'published an update of', quote(envelope.at('data', 'message').text))
}

const answers = new Map([
  ['accepted', 'accepted'],
  ['declined', 'declined'],
])

/** Reads a request to a responder, or the answer. */
export function readResponder(envelope: Native, event: string): Adapted {
  const data = envelope.at('data')
  const name = plain(data.at('user', 'summary').text || data.at('escalation_policy', 'summary').text, 60)
  const message = quote(data.at('message').text)
  if (event === 'incident.responder.added')
    return remark(envelope, event, `asked ${name || 'somebody'} for help with`, message)
  const answer = answers.get(data.at('state').text) ?? 'replied to'
  return remark(envelope, event, `${answer} the request for help with`, message, name)
}

/** Reads the address of a call. */
export function readBridge(envelope: Native, event: string): Adapted | Skipped {
  const data = envelope.at('data')
  const address = data.at('conference_url').text
  const numbers = data.at('conference_numbers').items.map(each => plain(each.at('number').text, 60))
  const ways = joined([address !== '' && link('Join the call', address), ...numbers.slice(0, 3)], ' · ')
  return ways === ''
    ? notShown(event, `${event} without an address is not shown`)
    : remark(envelope, event, 'set up a call for', ways)
}

function remark(
  envelope: Native,
  event: string,
  did: string,
  details: string,
  who = plain(pagerDutyUser(envelope), 60),
): Adapted {
  const incident = envelope.at('data', 'incident')
  const title = link(incident.at('summary').text || 'an incident', incident.at('html_url').text)
  return {
    event,
    text: joined([joined([who || 'Somebody', did, title]), details], '\n'),
    ...threadBy('incident', incident.at('id').text),
  }
}
