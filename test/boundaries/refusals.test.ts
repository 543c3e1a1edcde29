import { refusalIds } from '@posthorn/contract'
import { hookRefusals, type Refusal, refusals } from '@posthorn/server'
import { expect, test } from 'vitest'

test('clients are told of every refusal of the API, under the id that it has', () => {
  const told = Object.keys(refusalIds) as Refusal[]
  const ids = Object.fromEntries(told.map(name => [name, refusals[name].id]))
  expect(ids).toEqual(refusalIds)
  const ofApi = Object.keys(refusals).filter(name => !Object.hasOwn(hookRefusals, name))
  expect(told).toEqual(expect.arrayContaining(ofApi))
})
