import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { bearer } from '../api/callers.js'
import { noSuchId, type Route, startApi } from '../api/start-api.js'

const oddValues = [
  noSuchId,
  'x',
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '%00',
  '%F0%9F%8E%BA',
  '%ED%A0%80',
  '%C3%28',
  '%2F..%2F',
  "'%3B--",
  'x'.repeat(101),
  '%E2%80%AE',
]

const oddText = [
  '\0',
  '\ud800',
  '\udfff\ud800',
  '𝒳'.repeat(300),
  "'; DROP TABLE users; --",
  '__proto__',
  '\u2028',
  ' ',
]

const oddBodies = [
  '',
  'null',
  'true',
  '5',
  '"text"',
  '[]',
  '[[[[]]]]',
  '{',
  '{"a":',
  '\u{feff}{}',
  '{"id":null,"user_id":null,"name":null}',
  '{"__proto__":{"x":1},"constructor":{"prototype":{}}}',
  '{"user_id":1e400}',
  '{"name":123456789012345678901234567890}',
  `${'['.repeat(5000)}${']'.repeat(5000)}`,
  `{"a":${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}}`,
  `[${'1,'.repeat(8000)}1]`,
  'x'.repeat(200_000),
]

/** Returns every field that some call reads, each with an odd value. */
const fields = [
  ...[
    'id',
    'user_id',
    'name',
    'login_id',
    'password',
    'device_id',
    'username',
    'email',
    'nickname',
    'locale',
  ],
  ...[
    'first_name',
    'props',
    'notify_props',
    'new_roles',
    'active',
    'current_password',
    'new_password',
    'display_name',
  ],
  ...[
    'type',
    'channel_id',
    'message',
    'description',
    'allow_open_invite',
    'ServiceSettings',
    'RateLimitSettings',
  ],
]
const oddFields = [...oddText, 5, -1e308, true, null, [], {}, { a: { b: ['\0'] } }, [null], ['\ud800']].map(
  value => JSON.stringify(Object.fromEntries(fields.map(field => [field, value]))),
)

/** Returns the route's paths with an odd value for one parameter or for all. */
function addressesOf({ url }: Route): string[] {
  const path = url.replace(/^\/api\/v3/, '')
  const parameter = /:\w+(?:\(\^[^/]*\$\))?/g
  return oddValues.flatMap(value => [
    path.replace(parameter, value),
    path.replace(parameter, value).replace(/$/, `?access_token=${value}&x=${value}&x=y&%00`),
  ])
}

test('no request causes a 500', async () => {
  const { call, routes, tokenOf } = await startApi()
  const callers = [{}, bearer(await tokenOf('admin')).headers]
  const failed: string[] = []
  const tryOut = async (url: string, request: InjectOptions) => {
    const answer = await call(url, request)
    const isBroken = answer.statusCode >= 500 && answer.statusCode !== 501 // which says that a feature is off
    if (isBroken) failed.push(`${request.method} ${url} ${String(request.body).slice(0, 200)} ${answer.body}`)
  }
  for (const route of routes.filter(({ method }) => method !== 'HEAD')) {
    const method = route.method as 'GET' | 'POST'
    for (const headers of callers) {
      for (const url of new Set(addressesOf(route))) await tryOut(url, { method, headers })
      for (const body of method === 'GET' ? [] : [...oddBodies, ...oddFields])
        await tryOut(addressesOf(route)[0] ?? '', { method, headers, body })
    }
  }
  expect(routes.length).toBeGreaterThan(20)
  expect(failed).toEqual([])
})

const oddHeaders: Record<string, string>[] = [
  { authorization: `Bearer ${'x'.repeat(7000)}` },
  { authorization: 'Bearer \u00ff\u0001' },
  { cookie: 'MMAUTHTOKEN=%00; MMAUTHTOKEN=%zz; =; ;' },
  { cookie: `MMAUTHTOKEN=${'%F0'.repeat(100)}` },
  { 'if-none-match': '"' },
  { 'content-type': 'application/json; charset=nonsense' },
  { 'content-type': '/;;' },
  { 'content-encoding': 'nonsense' },
  { 'content-length': '0' },
  { accept: 'text/html', 'accept-encoding': 'nonsense' },
  { 'x-forwarded-for': '\u00ff, not-an-address' },
  { 'x-forwarded-proto': 'gopher' },
]

test('no header causes a 500', async () => {
  const { call, post } = await startApi()
  for (const one of oddHeaders) {
    expect((await call('/users/me', { headers: one })).statusCode).toBeLessThan(500)
    expect((await post('/users/login', '{}', one)).statusCode).toBeLessThan(500)
  }
})
