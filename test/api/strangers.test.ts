import { builtConsole } from '@posthorn/api'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { unknownKey } from '../support/call-everything.js'
import { firstHookKey } from '../support/constants.js'
import { startWorld } from '../support/world.js'
import { noSuchId, startApi } from './start-api.js'

const points = 5
const apiRate = { points, seconds: 3600 }
const secret = 'a'.repeat(26)

const ofApi: [method: NonNullable<InjectOptions['method']>, path: string][] = [
  ['GET', '/'],
  ['GET', '/first-team/channels/town-square'],
  ['GET', '/no/such/file.js'],
  ['POST', '/no/such/path'],
  ['GET', '/mail/unsubscribe?token=x'],
  ['POST', '/mail/unsubscribe?token=x'],
  ['GET', `/public-files/${noSuchId}?token=x`],
  ['POST', `/uploads/${secret}`],
  ['POST', `/hook-forms/${secret}`],
  ['GET', '/.well-known/oauth-authorization-server'],
  ['GET', '/oauth/authorize'],
  ['POST', '/oauth/access_token'],
  ['POST', '/oauth/token'],
  ['POST', '/oauth/revoke'],
  ['POST', '/oauth/introspect'],
  ['GET', '/api/v3/general/ping'],
  ['GET', '/api/v3/users/me'],
  ['POST', '/api/v3/users/login'],
  ['GET', '/api/v3/files/x/get'],
  ['GET', '/api/v4/users/me'],
  ['GET', '/api/v4/no/such/path'],
]

test('limits unknown callers by address at every kind of address of the api', async () => {
  const { app } = await startApi(undefined, { apiRate, consoleFolder: builtConsole })
  for (const [index, [method, url]] of ofApi.entries()) {
    const remoteAddress = `192.0.2.${index}`
    const statuses: number[] = []
    for (let made = 0; made <= points; made++)
      statuses.push((await app.inject({ method, url, remoteAddress })).statusCode)
    expect([method, url, statuses.slice(0, -1).includes(429), statuses.at(-1)]).toEqual([
      method,
      url,
      false,
      429,
    ])
  }
})

const ofIngress: [method: string, path: string][] = [
  ['OPTIONS', `/hooks/${firstHookKey}`],
  ['OPTIONS', `/api/webhooks/${noSuchId}/${unknownKey}`],
  ['POST', '/hooks'],
  ['GET', `/hooks/${firstHookKey}`],
  ['POST', '/no/such/path'],
]

test('limits unknown callers by address at every kind of address of the ingress', async () => {
  const { anotherIngress } = await startWorld({ workerLater: true })
  const { url } = await anotherIngress({ apiRate, trustProxy: 1 })
  for (const [index, [method, path]] of ofIngress.entries()) {
    const headers = { 'x-forwarded-for': `192.0.2.${index}` }
    const statuses: number[] = []
    for (let made = 0; made <= points; made++)
      statuses.push((await fetch(url + path, { method, headers })).status)
    expect([method, path, statuses.slice(0, -1).includes(429), statuses.at(-1)]).toEqual([
      method,
      path,
      false,
      429,
    ])
  }
})
