import { expect, test } from 'vitest'
import { loggedError, reasonOf, withoutSecrets } from './redact.js'

const cut: [text: string, left: string][] = [
  ['no postgresql://someone:secret@db:5432/x', 'no postgresql://[redacted]@db:5432/x'],
  ['no redis://:secret@127.0.0.1:6379', 'no redis://[redacted]@127.0.0.1:6379'],
  ['POST /hooks/secret?a=b failed', 'POST /hooks/[redacted]?a=b failed'],
  ['POST /api/webhooks/id/secret failed', 'POST /api/webhooks/[redacted] failed'],
  ['POST /services/T0AAAA/B0AAAA/secret?a=b failed', 'POST /services/[redacted]?a=b failed'],
  ["'/services%2FT0AAAA%2FB0AAAA%2Fsecret' is bad", "'/services%2F[redacted]' is bad"],
  ["'/hooks%2Fsecret' is bad", "'/hooks%2F[redacted]' is bad"],
  ['Authorization: Bearer secret', 'Authorization: Bearer [redacted]'],
  ['connect ECONNREFUSED 127.0.0.1:6379', 'connect ECONNREFUSED 127.0.0.1:6379'],
]

test.each(cut)('removes the secret from %s', (text, left) => {
  expect(withoutSecrets(text)).toBe(left)
})

test('logs only the listed fields of an error and its causes', () => {
  const cause = Object.assign(new Error('the row'), { detail: 'secret', code: '23514' })
  const error = Object.assign(new TypeError('no redis://:secret@host', { cause }), {
    command: { name: 'auth', args: ['secret'] },
  })
  const logged = loggedError(error)
  expect(logged).toMatchObject({
    type: 'TypeError',
    message: 'no redis://[redacted]@host',
    stack: expect.stringMatching(/^ {4}at /),
    cause: { message: 'the row', code: '23514' },
  })
  expect(JSON.stringify(logged)).not.toContain('secret')
})

test('logs only the last line of Prisma’s messages, which has no arguments', () => {
  expect(reasonOf(new Error('\nInvalid call:\n{ token: "secret" }\n\nNo such table'))).toBe('No such table')
})
