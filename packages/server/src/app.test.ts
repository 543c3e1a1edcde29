import { expect, test } from 'vitest'
import { buildApp } from './app.js'
import { openLog } from './log.js'

const app = buildApp({ log: openLog('test', 'silent'), versionId: 'v1' })
app.get('/throws', async () => {
  throw new Error('a secret that nobody foresaw')
})
app.get('/by/:name', async () => 'here')

const refused: [path: string, status: number, id: string][] = [
  ['/api/v3/nowhere', 404, 'api.context.404.app_error'],
  ['/by/%zz', 400, 'api.context.bad_request.app_error'],
  [`/by/${'x'.repeat(300)}`, 414, 'api.context.bad_request.app_error'],
  ['/throws', 500, 'api.context.unknown.app_error'],
]

test.each(refused)('%s is answered with the error object and its ids', async (path, status, id) => {
  const answer = await app.inject({ url: path, headers: { 'x-request-id': 'the-callers-own' } })
  const requestId = answer.headers['x-request-id']
  expect(requestId).toMatch(/^[0-9a-z]{26}$/)
  expect(answer.headers['x-version-id']).toBe('v1')
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ id, status_code: status, request_id: requestId })
  expect(answer.body).not.toContain('secret')
})

test('a path below /hooks that is not a call never repeats the key', async () => {
  const answer = await app.inject({ url: '/hooks/verysecretkey' })
  expect(answer.body).not.toContain('verysecretkey')
})
