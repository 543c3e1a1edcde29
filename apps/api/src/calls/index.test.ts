import { calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { servedCalls } from './index.js'

test('every call that is defined is served, and stands under its own name', () => {
  const served = servedCalls.map(({ call }) => call.operationId)
  const files = ['getUserImage', 'exportAudit'] // no JSON: addresses for pages to show and to save
  const forClients = served.filter(name => !files.includes(name))
  expect([...forClients, 'getDocument'].toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [name, call] of Object.entries(calls)) expect(call.operationId).toBe(name)
})
