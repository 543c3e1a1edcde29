import type { Adapted, Adapter } from '../adapter.js'
import { alertLine, linksTo, updateBy } from '../alerts/alert.js'
import { count, joined, link, plain } from '../markdown.js'
import type { Native } from '../native.js'

/** By `alertType`. */
const states = new Map([
  ['1', { event: 'down', sign: '🔥', state: 'Down' }],
  ['2', { event: 'up', sign: '✅', state: 'Up' }],
  ['3', { event: 'expiry', sign: '⚠️', state: 'Expires soon' }],
])
const unknown = { event: 'unknown', sign: '⚠️', state: 'Alert' }

/** UptimeRobot's webhook with its variables as JSON. The post of a monitor that is down is closed once it is up. */
export const uptimerobot: Adapter = {
  name: 'uptimerobot',
  title: 'UptimeRobot',
  headers: [],
  matches: (_headers, body) =>
    body.at('monitorFriendlyName').exists &&
    body.at('alertType').exists &&
    (body.at('monitorURL').exists || body.at('alertTypeFriendlyName').exists),
  read: (_headers, body): Adapted => {
    const { event, sign, state } = states.get(body.at('alertType').text) ?? unknown
    const isUp = event === 'up'
    const item = link(body.at('monitorFriendlyName').text || 'A monitor', body.at('monitorURL').text)
    const line = alertLine({ sign, state, item, notes: [isUp && downtime(body)] })
    const links = linksTo({ dashboard: body.at('dashboardUrl') })
    const details = [event === 'expiry' ? expiry(body) : plain(body.at('alertDetails').text), links]
    const id = body.at('monitorID').text || body.at('monitorURL').text
    return {
      event,
      text: joined([line, joined(details, ' · ')], '\n'),
      ...(event !== 'expiry' && updateBy('monitor', id, isUp)),
    }
  },
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
