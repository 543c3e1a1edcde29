import type { Adapted } from '../adapter.js'
import { alertLine, updateBy } from '../alerts/alert.js'
import { code, count, joined, link, plain, quote } from '../markdown.js'
import type { Native } from '../native.js'

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
export function readLegacyGrafana(body: Native): Adapted {
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
