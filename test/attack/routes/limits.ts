import { setTimeout as delay } from 'node:timers/promises'
import { nextAddress } from './addresses.js'
import { type CallerName, callersOf, makeCall } from './calls.js'
import type { Hostile } from './hostile-bodies.js'
import type { Rig, Role } from './rig.js'
import type { Scene } from './scene.js'
import { nameOf, type Route } from './table.js'

const rate = { points: 7, text: '7/60' }
/** More than an address may try unknown keys, which is more than `rate`. */
const mostCalls = 64
const atOnce = 8
const betweenLooksMs = 50
const strangers: CallerName[] = ['nobody', 'wrong key']
const small: Hostile = {
  name: 'a small body',
  headers: { 'content-type': 'application/json' },
  make: () => Buffer.from('{}'),
}

/** Calls each route as strangers until they are over their rate. Returns the routes that never limit them. */
export async function withoutLimit(rig: Rig, scene: Scene, routes: Route[]): Promise<string[]> {
  await scene.limit(rate.text)
  for (const role of ['ingress', 'api'] as const) await untilInForce(rig, role)
  const missing: string[] = []
  for (const route of routes)
    for (const caller of callersOf(route).filter(one => strangers.includes(one)))
      if (!(await isLimited(rig, scene, route, caller))) missing.push(`${nameOf(route)} (${caller})`)
  return missing
}

async function isLimited(rig: Rig, scene: Scene, route: Route, caller: CallerName): Promise<boolean> {
  const from = nextAddress()
  const one = () => makeCall(rig, scene, { route, caller, hostile: small, bytes: 0 }, from)
  for (let made = 0; made < mostCalls; made += atOnce)
    if ((await Promise.all(Array.from({ length: atOnce }, one))).includes(429)) return true
  return false
}

/** Each process reads the settings once a second. */
async function untilInForce({ urlOf }: Rig, role: Role): Promise<void> {
  for (; ; await delay(betweenLooksMs)) {
    const answer = await fetch(`${urlOf(role)}/livez`, { headers: { 'x-forwarded-for': nextAddress() } })
    if (answer.headers.get('x-ratelimit-limit') === String(rate.points)) return
  }
}
