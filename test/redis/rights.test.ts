import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultPrefix } from '@posthorn/queue'
import { expect, test } from 'vitest'
import { startApi } from '../api/start-api.js'
import { callEverything } from '../support/call-everything.js'
import { eventually } from '../support/eventually.js'
import { connect, startServer } from './servers.js'

const documented = readFileSync(fileURLToPath(new URL('../../docs/deploy.md', import.meta.url)), 'utf8')

test('needs no more rights in Redis than docs/deploy.md lists', async () => {
  const [, rights = ''] = /^user posthorn on >PASSWORD (.*)$/m.exec(documented) ?? []
  const server = await startServer()
  const admin = await connect(server.url)
  await admin.call('ACL', 'SETUSER', 'posthorn', 'on', '>secret', ...rights.split(' '))
  const redisUrl = `redis://posthorn:secret@127.0.0.1:${server.port}`
  const { listen, send, url, messages, allWorked } = await startApi(undefined, {
    redisUrl,
    prefix: defaultPrefix,
    workerLater: false,
    hookRate: { points: 1000, seconds: 60 },
  })
  await send({ text: 'word '.repeat(20_000) }, { 'idempotency-key': 'flood' })
  await send({ text: 'one', update_key: 'key' })
  await send({ text: 'two', update_key: 'key' })
  await allWorked()
  await eventually(async () => expect(await messages()).toContain('two'))
  await callEverything({ ingressUrl: url, apiUrl: (await listen()).url })
  await allWorked()
  const denied = (await admin.call('ACL', 'LOG')) as string[][]
  expect(denied.map(entry => entry.join(' '))).toEqual([])
})
