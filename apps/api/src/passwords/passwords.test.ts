import { expect, test } from 'vitest'
import { hashInTurn, hashPassword } from './passwords.js'

test('a password is stored as an Argon2id hash, each time another', async () => {
  const [one, two] = await Promise.all([hashPassword('secret'), hashPassword('secret')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('work on passwords that is more than can wait is turned away, and not that of somebody else', async () => {
  const flood = Array.from({ length: 80 }, () => hashInTurn('secret', 'here'))
  const other = hashInTurn('secret', 'elsewhere')
  const busy = (await Promise.all(flood)).filter(({ outcome }) => outcome === 'login_busy')
  expect(busy).toHaveLength(80 + 1 - (2 + 64))
  expect(await other).toMatchObject({ hash: expect.stringMatching(/^\$argon2id\$/) })
})
