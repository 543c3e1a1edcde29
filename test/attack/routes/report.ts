import type { Hammered } from './hammer.js'
import type { Role, Stalls } from './rig.js'
import type { Found } from './sweep.js'
import { nameOf } from './table.js'

const roles: Role[] = ['ingress', 'api', 'worker']

/** Returns the worst call of each route, the longest stall first. */
export function worstByRoute(found: Found[], most: number): Found[] {
  const byRoute = new Map<string, Found>()
  for (const one of found) if (!byRoute.has(nameOf(one.route))) byRoute.set(nameOf(one.route), one)
  return [...byRoute.values()].slice(0, most)
}

/** Returns the longest stall of each process in any call, and the neighbour's figures beside the worst routes, as Markdown. */
export function report(found: Found[], hammered: Hammered[]): string {
  const longest = roles.map(role => `${role} ${ms(Math.max(...found.map(({ stalls }) => stalls[role])))}`)
  const header = [
    'route',
    'caller',
    'what',
    'one call: longest stall',
    'repeated: longest stalls',
    'neighbour: p50 / p99',
  ]
  const rows = hammered.map(({ found: one, stalls, neighbour: { p50, p99, ratio } }) => [
    nameOf(one.route),
    one.caller,
    `${one.hostile.name}, ${Math.round(one.bytes / 1024)} KiB`,
    inEach(one.stalls),
    inEach(stalls),
    `${ms(p50)} / ${ms(p99)} (${ratio.toFixed(1)} ×)`,
  ])
  const lines = [header, header.map(() => '---'), ...rows].map(line => `| ${line.join(' | ')} |`)
  return [`${found.length} calls measured alone. Longest stalls: ${longest.join(', ')}`, '', ...lines].join(
    '\n',
  )
}

function inEach(stalls: Stalls): string {
  return roles.map(role => ms(stalls[role])).join(' / ')
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
