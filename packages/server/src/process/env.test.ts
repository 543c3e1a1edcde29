import { expect, test } from 'vitest'
import { pickVariables, readEnv } from './env.js'

const shape = pickVariables('PORT', 'DATABASE_URL', 'HOOK_RATE', 'BODY_LIMIT')

test('all mistakes are told together, and no value with them', () => {
  const read = () =>
    readEnv(shape, { PORT: 'secret-one', DATABASE_URL: 'secret-two', HOOK_RATE: 'secret-three' })
  expect(read).toThrow(/PORT:.*\n.*DATABASE_URL:.*\n.*HOOK_RATE:/)
  expect(read).not.toThrow(/secret/)
})

test('a URL that cannot be read as one is a mistake, told without its password', () => {
  for (const url of ['postgresql://someone:secret@host:99999/x', 'postgresql://someone:secret@host/%zz'])
    expect(() => readEnv(shape, { DATABASE_URL: url })).toThrow(
      /DATABASE_URL: cannot be read as a URL: what is special in a password is written as %XX$/,
    )
})

test('an empty variable is an absent one, and sizes and rates are read as people write them', () => {
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

test('more than three MiB of body cannot be asked for', () => {
  expect(() => readEnv(shape, { DATABASE_URL: 'postgres://h/d', BODY_LIMIT: '4m' })).toThrow(
    /BODY_LIMIT: wants at most 3m/,
  )
})
