import { Agent, request } from 'node:http'
import { nextAddress } from './addresses.js'
import type { Rig } from './rig.js'
import { nameOf, type Route } from './table.js'

const everyMs = 1000
const promisedBytes = 1000
/** A body gets 10 s, and the check comes once a second. */
const patienceMs = 30_000

/** Sends a byte per second to every route at once. Returns those that still wait after half a minute. */
export async function stillWaiting({ urlOf }: Rig, routes: Route[]): Promise<string[]> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const waits = await Promise.all(
    routes.map(route => waitsFor(`${urlOf(route.process)}${pathOf(route)}`, route.method, agent)),
  )
  agent.destroy()
  return routes.filter((_, index) => waits[index]).map(nameOf)
}

const pathOf = ({ path }: Route) => path.replace(/:(\w+)|\*/g, 'a'.repeat(26))

/** Resolves to false when the server has responded or closed the connection. */
function waitsFor(url: string, method: string, agent: Agent): Promise<boolean> {
  return new Promise(resolve => {
    const headers = { 'content-length': promisedBytes, 'x-forwarded-for': nextAddress() }
    const sending = request(url, { method, agent, headers })
    const dripping = setInterval(() => sending.write('{'), everyMs)
    const end = (isWaiting: boolean) => {
      clearInterval(dripping)
      clearTimeout(patience)
      sending.destroy()
      resolve(isWaiting)
    }
    const patience = setTimeout(end, patienceMs, true)
    sending.on('response', () => end(false)).on('error', () => end(false))
    sending.write('{')
  })
}
