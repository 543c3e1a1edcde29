import { builtConsole, openApi } from '@posthorn/api'
import { openIngress } from '@posthorn/ingress'
import { buildApp, openLog, openMetrics, openOps } from '@posthorn/server'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../../support/world.js'
import { nameOf, namesIn, routes } from './table.js'

const log = openLog('test', 'silent')

/** Returns the names of the routes that a part of a process registers. */
async function registeredBy(register: (app: FastifyInstance) => void): Promise<Set<string>> {
  const app = buildApp({ log, versionId: 'test' })
  const names = new Set<string>()
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of namesIn(method, url)) names.add(name)
  })
  register(app)
  await app.ready()
  onTestFinished(() => app.close())
  return names
}

async function openAll() {
  const { db, redis, prefix } = await startWorld({ workerLater: true })
  const limits = { bodyLimitBytes: 1024, hookRate: 'off', backlogLimit: 1000 } as const
  const ingress = await openIngress({ db, redis, prefix, log, ...limits })
  const api = await openApi({ db, redis, prefix, log, consoleFolder: builtConsole })
  const ops = await openOps({ log, metrics: openMetrics(), checks: {}, host: '', port: undefined })
  onTestFinished(async () => {
    await Promise.all([ingress.close(), api.close()])
  })
  const parts = [ingress.routes, api.routes, ops.routesOn]
  return new Set((await Promise.all(parts.map(registeredBy))).flatMap(names => [...names]))
}

test('the attack has every route of every process in its table, and no other', async () => {
  const registered = await openAll()
  const known = new Set(routes.map(nameOf))
  expect([...registered].filter(name => !known.has(name))).toEqual([])
  expect([...known].filter(name => !registered.has(name))).toEqual([])
})
