import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { newSecret } from '@posthorn/server'
import { callAsApp } from './call-as-app.js'
import { callSigned } from './call-signed.js'
import { firstHookKey, password } from './constants.js'

export const unknownKey = 'nobodyhasthiskeynobodyhast'
export const slackSecret = 'nobodyhasthissecretofslack'.slice(0, 24)
export const oddKey = 'odd-key-of-a-hook-that-was-mistyped'
export const wrongPassword = 'battery staple horse'
export const wrongToken = 'notatokennotatokennotatoke'
export const privateText = 'a text for one channel and for nobody else'

const oddPaths = ['HOOKS', 'hook', '/hooks', 'hooks%2F', 'webhooks', 'x%zz', 'api/v3/teams/x/hooks']

const slackPaths = [
  'services/T0AAAA/B0AAAA',
  'services/T0AAAA',
  'services',
  'Services/t0aaaa/B0AAAA',
  'services%2FT0',
]

/** Makes valid and invalid calls of senders, people and apps. Resolves to the bodies of all responses. */
export async function callEverything({ ingressUrl, apiUrl }: { ingressUrl: string; apiUrl: string }) {
  const bodies: string[] = []
  const newKey = newSecret() // not cached anywhere
  const call = async (url: string, options: RequestInit = {}) => {
    const answer = await fetch(url, options).catch(() => undefined)
    bodies.push((await answer?.text()) ?? '')
    return answer?.headers
  }
  const post = (url: string, body: string, headers = {}) => call(url, { method: 'POST', body, headers })
  const payload = JSON.stringify({ text: privateText })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const key of [firstHookKey, unknownKey]) {
    for (const body of [payload, `not json: ${privateText}`, `{"text":${privateText}}`, '{}'])
      await post(`${ingressUrl}/hooks/${key}`, body)
    await post(`${ingressUrl}/hooks/${key}`, `payload=${encodeURIComponent(payload)}`, form)
    await post(`${ingressUrl}/hooks/${key}`, payload, { 'content-encoding': 'gzip' })
    await post(`${ingressUrl}/hooks/${key}`, JSON.stringify({ text: privateText, channel: 'nowhere' }))
    for (const odd of ['%zz', '/', '/more', '%00', '-', `?key=${key}`, 'x'.repeat(300)])
      await post(`${ingressUrl}/hooks/${key}${odd}`, payload)
    for (const url of [ingressUrl, apiUrl])
      for (const path of oddPaths) {
        await post(`${url}/${path}/${key}`, payload)
        await call(`${url}/${path}/${key}`)
      }
    bodies.push(await rawly(ingressUrl, `POST /hooks/${key} HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n`))
  }
  for (const key of [oddKey, newKey]) await post(`${ingressUrl}/hooks/${key}`, payload)
  for (const path of slackPaths)
    for (const url of [ingressUrl, apiUrl])
      for (const odd of ['', '/', '/more', '%zz', '-', `?secret=${slackSecret}`])
        await post(`${url}/${path}/${slackSecret}${odd}`, payload)

  const logIn = (login_id: string, password: string) =>
    post(`${apiUrl}/api/v3/users/login`, JSON.stringify({ name: 'first-team', login_id, password }))
  await logIn('admin', wrongPassword)
  await logIn('nobody', wrongPassword)
  await post(`${apiUrl}/api/v3/users/login`, `not json: ${wrongPassword}`)
  const headers = await logIn('admin', password)
  const token = headers?.get('token') ?? ''
  for (const secret of [token, wrongToken]) {
    for (const headers of [{ authorization: `Bearer ${secret}` }, { cookie: `MMAUTHTOKEN=${secret}` }])
      await call(`${apiUrl}/api/v3/users/me`, { headers })
    await call(`${apiUrl}/api/v3/users/me/${secret}?token=${secret}`)
  }
  bodies.push(...(await callSigned(apiUrl, ingressUrl, token)))
  return { bodies, token, newKey, ofApp: token === '' ? {} : await callAsApp(apiUrl, token) }
}

/** Returns a server's response to bytes that are not HTTP. */
async function rawly(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.end(bytes)
  return text(socket).catch(() => '')
}
