import { calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { servedCalls } from './index.js'

test('every call that is defined is served, and stands under its own name', () => {
  const served = servedCalls.map(({ call }) => call.operationId)
  const forClients = served.filter(name => name !== 'getUserImage') // no JSON: an address for pages to show
  expect([...forClients, 'getDocument'].toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [name, call] of Object.entries(calls)) expect(call.operationId).toBe(name)
})
