import type { Adapted } from '../adapter.js'
import { alertLine, asWords, capitalized, neutral, updateBy } from '../alerts/alert.js'
import { eventName } from '../forges/events.js'
import { connected } from '../forges/sentence.js'
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

/** How bad a state is. The rule has no severity. */
const ranks = new Map([
  ['alerting', 2],
  ['no_data', 1],
])

/** Reads an alert of a dashboard's panel. */
export function readLegacyGrafana(body: Native): Adapted {
  const name = body.at('state').text
  const state = states.get(name) ?? { sign: neutral, state: capitalized(asWords(name)) }
  const image = body.at('imageUrl').text
  const matches = body.at('evalMatches')
  const hidden = matches.length - maxMatches
  const isTest = body.at('ruleName').text === 'Test notification'
  return {
    event: isTest ? 'test' : eventName(name),
    text: joined(
      [
        isTest && connected('Grafana'),
        alertLine({ ...state, item: link(body.at('ruleName').text || 'An alert', body.at('ruleUrl').text) }),
        quote(body.at('message').text),
        ...matches.items.slice(0, maxMatches).map(match),
        hidden > 0 && `… and ${count(hidden, 'more value')}`,
      ],
      '\n',
    ),
    ...(link('image', image) !== 'image' && { attachments: [{ image_url: image }] }),
    ...(!isTest && {
      ...updateBy('rule', body.at('ruleId').text, name === 'ok'),
      standing: { rule: ranks.get(name) ?? 0 },
    }),
  }
}

function match(found: Native): string {
  return joined(['-', `${plain(found.at('metric').text)}:`, code(found.at('value').text, 40) || 'no value'])
}
