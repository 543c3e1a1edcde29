import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { openDb } from '@posthorn/db'
import { freePort, startPostgres, startRedis } from '@posthorn/standalone/services'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { ready, startProcess } from '../faults/part.js'
import { killRunning, newDataDir, shellWith, startPosthorn } from '../standalone/posthorn.js'
import { eventually } from '../support/eventually.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning)) // hooks run in reverse order

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const readyWithinMs = 300_000
const ports = ['8065', '9065', '8066', '9066', '9067']

/** Returns the commands of the walk-through, in their order. */
function documented(): string[] {
  const [, text = ''] = /^## From one machine to several$([\s\S]*?)^## /m.exec(read('docs/deploy.md')) ?? []
  return [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```/gm)].map(([, script = '']) =>
    script.replaceAll(/^ +/gm, ''),
  )
}

/** Starts an empty Postgres and Redis elsewhere. Returns their variables. */
async function startServers() {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const log = () => {}
  const [postgres, redis] = await Promise.all([startPostgres({ dataDir, log }), startRedis({ dataDir, log })])
  onTestFinished(async () => {
    await Promise.all([postgres.stop(), redis.stop()])
    rmSync(postgres.folder, { recursive: true, force: true })
  })
  return { DATABASE_URL: postgres.url, REDIS_URL: redis.url, BASE_URL: 'https://chat.example.org' }
}

/** Returns what runs commands as in a checkout with this `.data`, with other folders and free ports. */
async function openShell(dataDir: string, servers: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-several-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const env = { ...servers, FILES_DIR: join(folder, 'files') }
  chmodSync(folder, 0o711)
  symlinkSync(dataDir, join(folder, '.data'))
  for (const name of ['apps', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(folder, name))
  const etc = join(folder, 'etc')
  mkdirSync(etc)
  writeFileSync(
    join(etc, 'posthorn.env'),
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  const own = new Map([
    ['/etc/posthorn', etc],
    ['/var/backups/posthorn', join(folder, 'backups')],
  ])
  for (const port of ports) own.set(port, String(await freePort()))
  const run = async (script: string) => {
    const changed = [...own].reduce((text, [from, to]) => text.replaceAll(from, to), script)
    return promisify(execFile)('sh', ['-ec', changed], { cwd: folder, env: shellWith({}) })
  }
  const envOf = (name: string) => parseEnv(readFileSync(join(etc, `${name}.env`), 'utf8'))
  return { run, envOf, log: join(folder, 'processes.log') }
}

type Shell = Awaited<ReturnType<typeof openShell>>

/** Starts a process as the unit does. Returns its port. */
async function startUnit({ envOf, log }: Shell, name: string): Promise<string> {
  const [, script = ''] =
    /^ExecStart=\/usr\/bin\/node (.*)$/m.exec(read('deploy/systemd/posthorn@.service')) ?? []
  const own = envOf(name)
  const env = { ...envOf('posthorn'), ...own }
  const running = await startProcess(name, join(root, script.replace('%i', name)), env, log)
  onTestFinished(() => running.stop())
  await ready(name, `http://127.0.0.1:${own.OPS_PORT}`, readyWithinMs)
  return own.PORT ?? ''
}

async function send(url: string, text: string): Promise<void> {
  expect((await fetch(url, { method: 'POST', body: JSON.stringify({ text }) })).status).toBe(200)
}

/** Logs in as the first administrator, and returns what calls the API. */
async function logIn(origin: string, { team, admin }: { team: string; admin: { password: string } }) {
  const api = `${origin}/api/v3`
  const body = JSON.stringify({ name: team, login_id: 'admin', password: admin.password })
  const loggedIn = await fetch(`${api}/users/login`, { method: 'POST', body })
  const headers = { authorization: `Bearer ${loggedIn.headers.get('token')}` }
  return (path: string, init: RequestInit = {}) => fetch(`${api}${path}`, { ...init, headers })
}

/** Uploads a file, and returns its id. */
async function upload(call: Awaited<ReturnType<typeof logIn>>): Promise<string> {
  const [team = ''] = Object.keys(await (await call('/teams/all')).json())
  const [channel] = await (await call(`/teams/${team}/channels/`)).json()
  const form = new FormData()
  form.set('channel_id', channel.id)
  form.set('files', new Blob(['stored before']), 'note.txt')
  const { file_infos: files } = await (
    await call(`/teams/${team}/files/upload`, { method: 'POST', body: form })
  ).json()
  return files[0].id
}

/** Starts `npm start` with a posted and a waiting delivery, and a file. */
async function startOld() {
  const { dataDir, remove } = await newDataDir()
  onTestFinished(remove)
  const old = await startPosthorn(dataDir)
  const { url } = old.firstRun.hook
  await send(url, 'posted before')
  process.kill(old.pidOf(/worker\/dist\/main/), 'SIGSTOP')
  await send(url, 'waiting before')
  const { origin, pathname: path } = new URL(url)
  const file = await upload(await logIn(origin, old.firstRun))
  return { dataDir, path, file, firstRun: old.firstRun }
}

test('moves npm start to separate servers and processes, with all that was ok', async () => {
  const { dataDir, path, file, firstRun } = await startOld()
  const env = await startServers()
  const shell = await openShell(dataDir, env)
  const [copy = '', restore = '', start = ''] = documented()
  await shell.run(copy)
  await shell.run(restore)
  await shell.run(start.replaceAll(/^(useradd|ln|cp|systemctl) .*$/gm, ''))
  const [port, apiPort] = await Promise.all(['ingress', 'api', 'worker'].map(name => startUnit(shell, name)))
  await send(`http://127.0.0.1:${port}${path}`, 'sent after')
  const db = openDb(env.DATABASE_URL)
  onTestFinished(() => db.$disconnect())
  const texts = async () => (await db.post.findMany({ orderBy: { id: 'asc' } })).map(post => post.message)
  const all = ['posted before', 'waiting before', 'sent after']
  await eventually(async () => expect(await texts()).toEqual(all))
  const call = await logIn(`http://127.0.0.1:${apiPort}`, firstRun)
  expect(await (await call(`/files/${file}/get`)).text()).toBe('stored before')
}, 600_000)
