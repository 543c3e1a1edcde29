import { once } from 'node:events'
import { statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import { freePort, startRedis } from '@posthorn/standalone/services'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { figureIn } from '../support/processes.js'
import { failedStart, killRunning, newDataDir, type Posthorn, pidIn, startPosthorn } from './posthorn.js'
import { accountIn, answerTo } from './printed.js'
import { logIn } from './reader.js'

const name = expect.any(String)
const secret = expect.stringMatching(/^[a-z0-9]{26}$/)

/** Shared by all but the last tests, because starting takes seconds. */
let posthorn: Posthorn
let remove: () => void

beforeAll(async () => {
  const home = await newDataDir()
  remove = home.remove
  posthorn = await startPosthorn(home.dataDir)
})

afterAll(async () => {
  await posthorn?.stop()
  killRunning()
  remove()
})

test('accepts the printed curl line, and shows the post to the printed account within a second', async () => {
  const { base_url } = posthorn.firstRun
  const { messages } = await logIn(base_url, accountIn(posthorn.lines))
  const curl = posthorn.lines.find(line => line.trim().startsWith('curl ')) ?? ''
  expect(await answerTo(curl)).toBe('ok')
  await eventually(async () => expect(await messages()).toEqual(['Hello, **world**']))
  expect(posthorn.lines.at(-1)).toBe(`ready ${base_url}`)
})

test('stores a file that a hook sends in a form', async () => {
  const { hook } = posthorn.firstRun
  const body = new FormData()
  body.append('payload_json', JSON.stringify({ content: 'the log' }))
  body.append('files[0]', new Blob(['lines']), 'build.log')
  const answer = await fetch(`${hook.url}/discord?wait=true`, { method: 'POST', body })
  expect(await answer.json()).toMatchObject({ attachments: [{ filename: 'build.log', size: 5 }] })
})

test('shows the metrics of every process, including workers, and no key in GET /metrics', async () => {
  const { base_url, hook } = posthorn.firstRun
  const figures = async () => (await fetch(`${base_url}/metrics`)).text()
  const posts = async (name: string) =>
    figureIn(await figures(), `posthorn_posts_total{process="${name}"}`) ?? 0
  await eventually(async () =>
    expect((await posts('standalone')) + (await posts('Worker 1'))).toBeGreaterThan(0),
  )
  const text = await figures()
  expect(figureIn(text, 'posthorn_deliveries_accepted_total{process="standalone"}')).toBeGreaterThan(0)
  for (const process of ['standalone', 'Worker 1'])
    expect(figureIn(text, `process_resident_memory_bytes{process="${process}"}`)).toBeGreaterThan(0)
  for (const secret of [hook.id, hook.url.split('/').at(-1)]) expect(text).not.toContain(secret)
  expect(await (await fetch(`${base_url}/readyz`)).json()).toEqual({ ready: true, reasons: [], warnings: [] })
})

test('lets only the owner read first-run.json, which contains what was printed', () => {
  const { DATA_DIR, PORT } = posthorn.env
  const { admin, team, ...rest } = posthorn.firstRun
  expect(statSync(join(DATA_DIR, 'first-run.json')).mode & 0o777).toBe(0o600)
  expect({ team, ...rest, admin }).toEqual({
    base_url: `http://127.0.0.1:${PORT}`,
    team: name,
    admin: { username: name, email: expect.stringContaining('@'), password: secret },
    user: { username: name, email: expect.stringContaining('@'), password: secret },
    hook: { id: secret, url: expect.stringMatching(`^http://127.0.0.1:${PORT}/hooks/[a-z0-9]{26}$`) },
  })
  expect(accountIn(posthorn.lines)).toEqual({ team, user: admin.username, password: admin.password })
})

test('serves the console at the printed address', async () => {
  const answer = await fetch(posthorn.firstRun.base_url)
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
  expect(await answer.text()).toContain('<script type="module"')
})

test('names the running process to a second Posthorn on the same DATA_DIR', async () => {
  const { DATA_DIR } = posthorn.env
  const { code, output } = await failedStart({ DATA_DIR, PORT: String(await freePort()) })
  expect(code).toBe(1)
  expect(output).toMatch(/^Another Posthorn \(pid \d+\) is using .*. Stop it, or set DATA_DIR\n$/)
})

test('reports a port in use in one line with a solution', async () => {
  const { PORT } = posthorn.env
  const { code, output } = await failedStart(posthorn.env)
  expect(code).toBe(1)
  expect(output).toMatch(new RegExp(`^Port ${PORT} on 127.0.0.1 is in use. .* PORT=\\d+ npm start\n$`))
})

test('reports all mistakes in the environment together', async () => {
  const wrong = { PORT: 'x', WORKERS: 'many', HOOK_RATE: '5', ADMIN_PASSWORD: 'abc' }
  const { code, output } = await failedStart(wrong)
  expect(code).toBe(1)
  const names = output.split('\n').map(line => line.split(':')[0]?.trim())
  expect(names.toSorted()).toEqual(['', 'The environment is invalid', ...Object.keys(wrong)].toSorted())
})

test('reports a database or Redis that does not respond in one line, within seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as AddressInfo
  const nobody = `127.0.0.1:${await freePort()}`
  const database = 'Cannot use the database:'
  await Promise.all([
    refused({ DATABASE_URL: `postgresql://${nobody}/x` }, `${database} connect ECONNREFUSED ${nobody}.`),
    refused({ DATABASE_URL: `postgresql://127.0.0.1:${port}/x` }, `${database} no answer within 10 s.`),
    refused(
      { REDIS_URL: `redis://someone:verysecret@${nobody}/2` },
      `Redis at ${nobody} (REDIS_URL) did not answer within 10 s: ECONNREFUSED`,
    ),
    refused(
      { REDIS_URL: `redis://:verysecret@127.0.0.1:${port}` },
      `Redis at 127.0.0.1:${port} (REDIS_URL) did not answer within 10 s: no answer`,
    ),
    refused(
      { REDIS_URL: `redis+sentinel://:verysecret@${nobody},[::1]:9/mymaster` },
      `Redis at ${nobody}, [::1]:9 (REDIS_URL) did not answer within 10 s: All sentinels are unreachable`,
    ),
  ])
})

test('refuses a Redis Cluster in one line', async () => {
  const { dataDir, remove } = await newDataDir()
  const settings = { 'cluster-enabled': 'yes', 'cluster-port': String(await freePort()) }
  const cluster = await startRedis({ dataDir, settings, log: () => {} })
  onTestFinished(async () => {
    await cluster.stop()
    remove()
  })
  await refused({ REDIS_URL: cluster.url }, 'Redis Cluster is not supported. Name a single Redis')
})

async function refused(env: NodeJS.ProcessEnv, line: string) {
  const { dataDir, remove } = await newDataDir()
  const { code, output } = await failedStart({ DATA_DIR: dataDir, PORT: String(await freePort()), ...env })
  remove()
  expect(code).toBe(1)
  expect(output.trimEnd().split('\n')).toEqual([expect.stringContaining(line)])
  expect(output).not.toContain('verysecret')
}

test('restarts a killed worker, and posts what arrives', async () => {
  const { lines, firstRun, pidOf } = posthorn
  const { messages } = await logIn(firstRun.base_url, accountIn(lines))
  process.kill(pidOf(/worker\/dist\/main\.js/), 'SIGKILL')
  expect(await send('sent while the worker is dead')).toBe('ok')
  await eventually(() =>
    expect(lines).toContainEqual(expect.stringMatching(/^Worker 1 ended \(signal SIGKILL\)/)),
  )
  await eventually(() => expect(lines).toContainEqual(expect.stringMatching(/^Worker 1 is running again/)))
  await eventually(async () => expect(await messages()).toContain('sent while the worker is dead'))
})

test('restarts a killed Redis and Postgres, and posts every accepted delivery exactly once', async () => {
  const { lines, env, firstRun } = posthorn
  const { messages } = await logIn(firstRun.base_url, accountIn(lines))
  const sender = keepSending()
  await eventually(() => expect(sender.accepted.length).toBeGreaterThan(5))
  process.kill(pidIn(env.DATA_DIR, 'redis/redis.pid'), 'SIGKILL')
  process.kill(pidIn(env.DATA_DIR, 'postgres/data/postmaster.pid'), 'SIGKILL')
  for (const service of ['Redis', 'Postgres'])
    await eventually(() =>
      expect(lines).toContainEqual(expect.stringMatching(`^${service} is running again`)),
    )
  const before = sender.accepted.length
  await eventually(() => expect(sender.accepted.length).toBeGreaterThan(before + 5))
  await sender.stop()
  await eventually(async () => expect(await messages()).toEqual(expect.arrayContaining(sender.accepted)))
  const numbered = (await messages()).filter(message => message?.startsWith('number '))
  expect(numbered).toHaveLength(new Set(numbered).size)
})

test('reports an unresponsive worker in /readyz, and restarts it', async () => {
  const { lines, firstRun, pidOf } = posthorn
  const { messages } = await logIn(firstRun.base_url, accountIn(lines))
  const pid = pidOf(/worker\/dist\/main\.js/)
  process.kill(pid, 'SIGSTOP')
  const reasons = [expect.stringMatching(/^workers: /)]
  await eventually(async () => {
    const readyz = await (await fetch(`${firstRun.base_url}/readyz`)).json()
    expect(readyz).toMatchObject({ ready: false, reasons })
  })
  expect(await send('sent while the worker hangs')).toBe('ok')
  const line = `Worker 1 (pid ${pid}) does not respond. Killing it`
  await eventually(() => expect(lines).toContain(line))
  await eventually(async () => expect(await messages()).toContain('sent while the worker hangs'))
})

/** The IPv6 wildcard address if this machine has IPv6, or else the IPv4 one. */
const host = Object.values(networkInterfaces())
  .flat()
  .some(there => there?.address === '::1')
  ? '::1'
  : '0.0.0.0'

test('prints addresses that can be opened whatever HOST is, and serves metrics on OPS_PORT', async () => {
  const { dataDir, remove } = await newDataDir()
  const opsPort = String(await freePort())
  const own = await startPosthorn(dataDir, undefined, { OPS_PORT: opsPort, HOST: host })
  onTestFinished(async () => {
    await own.stop()
    remove()
  })
  const { base_url } = own.firstRun
  expect(own.lines.at(-1)).toBe(`ready ${base_url}`)
  expect(base_url).toMatch(host === '::1' ? /^http:..\[::1\]:\d+$/ : /^http:..127/)
  const curl = own.lines.find(line => line.trim().startsWith('curl ')) ?? ''
  expect(await answerTo(curl)).toBe('ok')
  expect((await fetch(base_url.replace(/\d+$/, `${opsPort}/metrics`))).status).toBe(200)
  expect((await fetch(`${base_url}/metrics`)).status).toBe(404)
})

async function send(text: string): Promise<string> {
  const { url } = posthorn.firstRun.hook
  const headers = { 'content-type': 'application/json' }
  return (await fetch(url, { method: 'POST', headers, body: JSON.stringify({ text }) })).text()
}

/** Sends 50 numbered texts per second until it is stopped. `accepted` are those that got the response ok. */
function keepSending() {
  const accepted: string[] = []
  const stopped = new AbortController()
  const sending = (async () => {
    for await (const _ of every(20)) {
      if (stopped.signal.aborted) return
      const text = `number ${accepted.length} at ${performance.now()}`
      if ((await send(text).catch(() => undefined)) === 'ok') accepted.push(text)
    }
  })()
  const stop = () => {
    stopped.abort()
    return sending
  }
  return { accepted, stop }
}
