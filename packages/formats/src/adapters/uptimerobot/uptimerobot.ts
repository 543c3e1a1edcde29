import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, asWords, capitalized, linksTo, neutral, updateBy } from '../alerts/alert.js'
import { count, joined, link, plain } from '../markdown.js'
import { type Native, native } from '../native.js'

type State = { event: string; sign: string; state: string; rank: number }

const down: State = { event: 'down', sign: '🔥', state: 'Down', rank: 2 }
const up: State = { event: 'up', sign: '✅', state: 'Up', rank: 0 }
const expires: State = { event: 'expiry', sign: '⚠️', state: 'Expires soon', rank: 1 }

/** By `alertType`, or by `alertTypeFriendlyName` where an owner sends only that. */
const states = new Map([
  ['1', down],
  ['2', up],
  ['3', expires],
  ['down', down],
  ['up', up],
])

/** UptimeRobot's webhook with its variables as JSON, as a form or in the URL's query. The post of a monitor that is down is closed once it is up. */
export const uptimerobot: Adapter = {
  name: 'uptimerobot',
  title: 'UptimeRobot',
  headers: [],
  matches: (_headers, body) => lackOf(body) === undefined,
  lacks: (_headers, body) => lackOf(body),
  read: (_headers, sent): Adapted => {
    const body = withoutVariables(sent)
    const { event, sign, state, rank } = stateOf(body)
    const isUp = event === 'up'
    const address = body.at('monitorURL').text
    const item = link(body.at('monitorFriendlyName').text || address || 'A monitor', address)
    const line = alertLine({ sign, state, item, notes: [isUp && downtime(body)] })
    const links = linksTo({ dashboard: body.at('dashboardUrl') })
    const details = [event === 'expiry' ? expiry(body) : plain(body.at('alertDetails').text), links]
    const id = body.at('monitorID').text || body.at('monitorURL').text
    return {
      event,
      text: joined([line, joined(details, ' · ')], '\n'),
      ...(event !== 'expiry' && { ...updateBy('monitor', id, isUp), standing: { monitor: rank } }),
    }
  },
}

/** UptimeRobot leaves names of variables that it does not know: `*monitorId*`. They are the same for all monitors. */
function withoutVariables(body: Native): Native {
  const known = body.entries.filter(([, { text }]) => !/^\*\w{1,60}\*$/.test(text))
  return native(Object.fromEntries(known.map(([name, { text }]) => [name, text])))
}

/** Owners choose the variables, and an alert needs a monitor and a type. */
function lackOf(body: Native): string | undefined {
  const hasMonitor = ['monitorFriendlyName', 'monitorURL', 'monitorID'].some(key => body.at(key).text !== '')
  if (!hasMonitor) return '`monitorFriendlyName`, `monitorURL` or `monitorID`'
  const hasType = body.at('alertType').text !== '' || body.at('alertTypeFriendlyName').text !== ''
  return hasType ? undefined : '`alertType`'
}

function stateOf(body: Native): State {
  const [type, name] = [body.at('alertType').text, body.at('alertTypeFriendlyName').text]
  const words = capitalized(asWords(name)) || joined(['Alert', type !== '' && `type ${plain(type, 40)}`])
  return states.get(type || name.toLowerCase()) ?? { event: 'unknown', sign: neutral, state: words, rank: 1 }
}

function downtime(body: Native): string | false {
  const duration = plain(body.at('alertFriendlyDuration').text, 60)
  return duration !== '' && `it was down for ${duration}`
}

function expiry(body: Native): string {
  const days = Number(body.at('sslExpiryDaysLeft').text || Number.NaN)
  const date = plain(body.at('sslExpiryDate').text || body.at('domainExpireDate').text, 60)
  return joined([
    date !== '' && `Expires: ${date}`,
    Number.isInteger(days) && `(${count(days, 'day')} left)`,
    date === '' && plain(body.at('alertDetails').text),
  ])
}
