import type { LightMyRequestResponse } from 'fastify'
import { bearer } from '../callers.js'
import type { Route } from '../start-api.js'
import type { Asked, Row } from './row.js'
import type { Role, Stage } from './scene.js'

/** Holds a call and its response. */
export type Made = { url: string; asked: Asked; answer: LightMyRequestResponse; mail: string }

/** Makes a row's call on new objects, as one of the five roles or as an app with `scope`. */
export async function makeCall(
  stage: Stage,
  row: Row,
  role: Role,
  { method = methodOf(row), scope }: { method?: Method; scope?: string } = {},
): Promise<Made> {
  const scene = await stage.scene(role)
  const token = scope === undefined ? scene.caller.token : await scene.appToken(scope)
  const asked = (await row.ask?.(scene)) ?? {}
  const query = asked.query ? `?${new URLSearchParams(asked.query)}` : ''
  const url = addressOf(row, { team: scene.team, ...asked.params }) + query
  const answer = await stage.app.inject({
    method,
    url: `/api/v3${url}`,
    ...(role === 'nobody' ? {} : bearer(token)),
    ...(asked.body !== undefined && { payload: JSON.stringify(asked.body) }),
  })
  return { url, asked, answer, mail: scene.caller.email }
}

type Method = 'GET' | 'HEAD' | 'POST'

function methodOf({ call }: Row): Method {
  return call.startsWith('GET ') ? 'GET' : 'POST'
}

function addressOf({ call }: Row, params: Record<string, string>): string {
  const [, path = ''] = call.split(' ')
  return path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? `no ${name}`))
}

/** Returns the name of a route in the document: `GET /users/{user}/get`. HEAD counts as GET. */
export function callOf({ method, url }: Pick<Route, 'method' | 'url'>): string {
  const path = url.replace(/^\/api\/v3/, '').replace(/:(\w+)(?:\([^)]*\))?/g, '{$1}')
  return `${method.replace('HEAD', 'GET')} ${path.replace(/(.)\/$/, '$1')}`
}
