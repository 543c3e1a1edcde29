import { Agent, request } from 'node:http'
import { bodyOf, type Hostile, hostileTo, worstTo } from './hostile-bodies.js'
import type { Rig } from './rig.js'
import type { Scene } from './scene.js'
import type { Credential, Route } from './table.js'

export const callers = ['nobody', 'wrong key', 'member', 'administrator'] as const
export type CallerName = (typeof callers)[number]

/** A call of a route by a caller with something hostile. `bytes`: the length of its body. */
export type RouteCall = { route: Route; caller: CallerName; hostile: Hostile; bytes: number }

/** A response's status; 0 if there was none. */
export type Status = number

const patienceMs = 30_000
const mebibyte = 1024 * 1024
const wrong = 'wrongwrongwrongwrongwrongw'
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Returns who calls a route. Without credentials, everybody is nobody. A key's owner needs no session. */
export function callersOf({ credential }: Pick<Route, 'credential'>): CallerName[] {
  if (credential === 'nothing') return ['nobody']
  if (credential === 'session') return [...callers]
  return credential === 'key' ? ['wrong key', 'member'] : ['nobody', 'wrong key', 'member']
}

/** Returns everything hostile from everybody. */
export function allCallsOf(route: Route): RouteCall[] {
  return callersOf(route).flatMap(caller =>
    hostileTo(route).flatMap(hostile =>
      sizesFor(route, hostile).map(bytes => ({ route, caller, hostile, bytes })),
    ),
  )
}

/** Returns the calls of the quick form: three bodies, as long as the route reads them, of a stranger and of whoever may do most. */
export function worstCallsOf(route: Route): RouteCall[] {
  const all = callersOf(route)
  const callers = [...new Set([all[0], all.at(-1)])] as CallerName[]
  return callers.flatMap(caller =>
    worstTo(route).map(hostile => {
      const bytes = sizesFor(route, hostile).at(-1) as number
      return { route, caller, hostile, bytes }
    }),
  )
}

/** The longest bodies of a route: the longest of any, and the longest that it reads. */
function sizesFor({ method, bodyBytes }: Route, { query, headers }: Hostile): number[] {
  const isHead = query !== undefined || headers['content-type'] === undefined
  return method === 'GET' || isHead
    ? [mebibyte]
    : [...new Set([mebibyte, Math.min(mebibyte, bodyBytes || mebibyte)])]
}

/** Makes a call as if from this address. Resolves to the response's status. */
export function makeCall(
  { urlOf }: Pick<Rig, 'urlOf'>,
  scene: Scene,
  call: RouteCall,
  from: string,
): Promise<Status> {
  const { route, caller, hostile } = call
  const body = bodyOf(call)
  const path = pathFor(scene, route, caller)
  const waits = route.credential === 'key' && route.method === 'POST' ? 'wait=true' : '' // for the worker's part
  const url = `${urlOf(route.process)}${path}?${hostile.query ?? waits}`
  const headers = {
    ...headersFor(scene, route.credential, caller),
    ...hostile.headers,
    'x-forwarded-for': from,
  }
  const length = hostile.pieces ? {} : { 'content-length': body.length }
  return new Promise(resolve => {
    const options = { method: route.method, agent, timeout: patienceMs, headers: { ...headers, ...length } }
    const sending = request(url, options, answer =>
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0)),
    )
    sending.on('timeout', () => sending.destroy()).on('error', () => resolve(0))
    if (hostile.pieces) for (const byte of body.subarray(0, crumbs)) sending.write(Buffer.of(byte))
    sending.end(hostile.pieces ? undefined : body)
  })
}

/** More than a server takes of single bytes. */
const crumbs = 4000

function pathFor({ ids, key, spare }: Scene, { path, credential }: Route, caller: CallerName): string {
  const names: Record<string, string> = {
    ...ids,
    key: caller === 'wrong key' ? wrong : key,
    ...(credential === 'session' && { hook: spare }),
    ...(path.includes('/deliveries/:target') && { target: `${'a'.repeat(24)}00` }),
  }
  return path.replace(/:(\w+)|\*/g, (all, name) => names[name ?? all] ?? 'a'.repeat(26))
}

function headersFor(
  { tokens, key }: Scene,
  credential: Credential,
  caller: CallerName,
): Record<string, string> {
  const token = tokenFor({ tokens, key }, credential, caller)
  if (token === undefined) return {}
  return { authorization: credential === 'client' ? `Basic ${btoa(`${token}:${token}`)}` : `Bearer ${token}` }
}

function tokenFor(
  { tokens, key }: Pick<Scene, 'tokens' | 'key'>,
  credential: Credential,
  caller: CallerName,
) {
  if (caller === 'nobody' || credential === 'key' || credential === 'nothing') return undefined
  if (caller === 'wrong key') return wrong
  if (caller === 'administrator') return tokens.admin
  return credential === 'token' ? key : tokens.member
}
