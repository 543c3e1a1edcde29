import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { tokenOf } from './credentials.js'

type Presented = Partial<Pick<FastifyRequest, 'method' | 'headers' | 'cookies'>>

const present = (given: Presented) =>
  tokenOf({ method: 'GET', headers: {}, cookies: {}, ...given } as FastifyRequest)

const cookies = { MMAUTHTOKEN: 'from-cookie' }

test.each<[claim: string, token: string, given: Presented]>([
  ['Bearer', 'abc', { headers: { authorization: 'Bearer abc' } }],
  ['bearer in any case', 'abc', { headers: { authorization: 'bEARER abc' } }],
  ['token in any case', 'abc', { headers: { authorization: 'TOKEN abc' } }],
  ['a tab between', 'abc', { headers: { authorization: 'Bearer\tabc' } }],
  ['no second space is cut', ' abc', { headers: { authorization: 'Bearer  abc' } }],
  ['another scheme is none', '', { headers: { authorization: 'Basic abc' } }],
  ['a bare token is none', '', { headers: { authorization: 'abc' } }],
  ['the header before the cookie', 'abc', { headers: { authorization: 'Bearer abc' }, cookies }],
  [
    'the cookie when the header has no token',
    'from-cookie',
    { headers: { authorization: 'Bearer' }, cookies },
  ],
  ['the cookie reads', 'from-cookie', { cookies }],
  ['the cookie alone does not write', '', { method: 'POST', cookies }],
  [
    'the cookie writes for a script of ours',
    'from-cookie',
    { method: 'POST', cookies, headers: { 'x-requested-with': 'XMLHttpRequest' } },
  ],
  [
    'that header is read exactly',
    '',
    { method: 'DELETE', cookies, headers: { 'x-requested-with': 'xmlhttprequest' } },
  ],
  [
    'the header Authorization writes alone',
    'abc',
    { method: 'POST', headers: { authorization: 'Bearer abc' } },
  ],
])('%s', (_claim, token, given) => {
  expect(present(given)).toBe(token)
})
