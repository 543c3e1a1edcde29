import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashPassword, openApi } from '@posthorn/api'
import { createSession, saveSettings } from '@posthorn/db'
import { buildApp, newId, openLog } from '@posthorn/server'
import { onTestFinished } from 'vitest'
import { startWorld, type World } from '../../support/world.js'
import { idOf } from '../names.js'
import { seed } from '../seed.js'
import { send } from '../send.js'
import type { Case } from './cases.js'
import { fill, sessions } from './names.js'

export type Seen = { status: number; body: string }

const log = openLog('test', 'silent')

/** Starts a world with the users of the cases and these settings, and an API for it. */
export async function startReplay(settings: Case['settings']) {
  const world = await startWorld({ workerLater: true })
  await seed(world.db, await hashPassword('Passw0rd!'))
  await beginSessions(world)
  // the reference ignores `name` in a login, like our setting for old clients (docs/behaviour.md, users)
  await saveSettings(world.db, { RequireTeamNameAtLogin: false, ...settings })
  return { world, url: await serveApi(world) }
}

/** Makes the calls of the cases one after another, in a world with these settings. */
export async function replay(settings: Case['settings'], cases: Case[]): Promise<Map<Case, Seen>> {
  const { url } = await startReplay(settings)
  const agent = new Agent({ keepAlive: true })
  const answers = new Map<Case, Seen>()
  for (const one of cases) answers.set(one, await send(agent, url, filled(one, fill)))
  agent.destroy()
  return answers
}

async function beginSessions({ db }: World): Promise<void> {
  for (const { token, of } of sessions) {
    const times = { nowMs: Date.now(), expiresAt: Date.now() + 3_600_000 }
    await createSession(db, { id: newId(), token, userId: idOf('user', of), ...times })
  }
}

async function serveApi({ db, redis, prefix }: World): Promise<string> {
  const consoleFolder = await mkdtemp(join(tmpdir(), 'posthorn-console-'))
  await writeFile(join(consoleFolder, 'index.html'), '<!doctype html>')
  const api = await openApi({ db, redis, prefix, log, apiRate: 'off', consoleFolder })
  const app = buildApp({ log, versionId: 'test' })
  api.routes(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => {
    await app.close()
    await api.close()
    await rm(consoleFolder, { recursive: true })
  })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

/** Returns a case's call with its placeholders replaced. */
export function filled(
  { request: { method, path, headers, body } }: Pick<Case, 'request'>,
  fill: (text: string) => string,
) {
  const values = Object.entries(headers).map(([name, value]) => [name, fill(value)])
  return {
    method,
    path: fill(path),
    headers: Object.fromEntries(values),
    body: body === null ? undefined : Buffer.from(fill(body)),
  }
}
