import { calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { servedCalls } from './index.js'

test('serves every defined call, under its own name', () => {
  const served = servedCalls.map(({ call }) => call.operationId)
  const files = [
    ...[
      'getUserImage',
      'exportAudit',
      'exportEverything',
      'exportFile',
      'exportHookHistory',
      'exportUserData',
      'getFile',
      'getFilePreview',
      'getFileThumbnail',
      'importFile',
      'uploadFiles',
    ],
  ] // pages use their addresses, because they are no JSON
  const forClients = served.filter(name => !files.includes(name))
  expect([...forClients, 'getDocument'].toSorted()).toEqual(Object.keys(calls).toSorted())
  for (const [name, call] of Object.entries(calls)) expect(call.operationId).toBe(name)
})
