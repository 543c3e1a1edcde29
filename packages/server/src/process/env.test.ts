import { expect, test } from 'vitest'
import { pickVariables, readEnv } from './env.js'

const shape = pickVariables('PORT', 'DATABASE_URL', 'HOOK_RATE', 'BODY_LIMIT')

test('reports all mistakes together, without values', () => {
  const read = () =>
    readEnv(shape, { PORT: 'secret-one', DATABASE_URL: 'secret-two', HOOK_RATE: 'secret-three' })
  expect(read).toThrow(/PORT:.*\n.*DATABASE_URL:.*\n.*HOOK_RATE:/)
  expect(read).not.toThrow(/secret/)
})

test('reports an invalid URL without its password', () => {
  for (const url of ['postgresql://someone:secret@host:99999/x', 'postgresql://someone:secret@host/%zz'])
    expect(() => readEnv(shape, { DATABASE_URL: url })).toThrow(
      /DATABASE_URL: is not a valid URL\. Write special characters in a password as %XX$/,
    )
})

test('checks the parameters of DATABASE_URL that are Posthorn’s own', () => {
  const read = (parameters: string) => readEnv(shape, { DATABASE_URL: `postgres://h/d?${parameters}` })
  expect(read('connection_limit=3&pgbouncer=true').DATABASE_URL).toContain('connection_limit=3')
  for (const wrong of ['connection_limit=0', 'connection_limit=many', 'pgbouncer=yes'])
    expect(() => read(wrong)).toThrow(/DATABASE_URL: has a wrong parameter: connection_limit/)
  expect(read('sslmode=verify-ca&sslrootcert=ca.pem').DATABASE_URL).toContain('sslmode=verify-ca')
  for (const wrong of ['sslmode=prefer', 'sslmode=allow', 'sslmode=verify-ca', 'sslmode='])
    expect(() => read(wrong)).toThrow(
      /DATABASE_URL: has a wrong sslmode: it must be disable, require, verify-ca/,
    )
})

test('treats empty variables as absent, and reads sizes and rates as people write them', () => {
  const env = readEnv(shape, {
    PORT: '',
    DATABASE_URL: 'postgres://h/d',
    HOOK_RATE: '10/1',
    BODY_LIMIT: '2m',
  })
  expect(env).toEqual({
    PORT: 8065,
    DATABASE_URL: 'postgres://h/d',
    HOOK_RATE: { points: 10, seconds: 1 },
    BODY_LIMIT: 2_097_152,
  })
})

test('rejects a BODY_LIMIT over 3 MiB', () => {
  expect(() => readEnv(shape, { DATABASE_URL: 'postgres://h/d', BODY_LIMIT: '4m' })).toThrow(
    /BODY_LIMIT: must be at most 3m/,
  )
})
