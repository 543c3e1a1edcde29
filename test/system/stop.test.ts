import { once } from 'node:events'
import { connect } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '../../apps/standalone/src/services/process/process-info.js'
import { killRunning, newDataDir, type Posthorn, pidIn, startPosthorn } from '../standalone/posthorn.js'
import { accountIn, answerTo } from '../standalone/printed.js'
import { changePassword, logIn } from '../standalone/reader.js'
import { eventually } from '../support/eventually.js'

beforeEach(({ onTestFinished }) => onTestFinished(killRunning)) // hooks run in reverse order

test('leaves no process after Ctrl-C, and starts again with the same posts and account', async () => {
  const { dataDir, remove } = await newDataDir()
  const first = await startPosthorn(dataDir)
  await (await fetch(first.firstRun.hook.url, { method: 'POST', body: '{"text":"kept"}' })).text()
  const pids = first.pids()
  expect(pids.length).toBeGreaterThan(3)
  expect(await first.stop()).toBe(0)
  expect(pids.filter(isAlive)).toEqual([])

  const again = await startPosthorn(dataDir, Number(first.env.PORT))
  endWithTest(again, remove)
  expect(again.firstRun).toEqual(first.firstRun)
  const account = accountIn(again.lines)
  expect(account).toEqual(accountIn(first.lines))
  const { messages } = await logIn(again.firstRun.base_url, account)
  await eventually(async () => expect(await messages()).toEqual(['kept']))

  const key = again.firstRun.hook.url.split('/').at(-1)
  expect(first.lines.join('\n')).toContain(key)
  expect(again.lines.join('\n')).not.toContain(key)
  const curl = again.lines.find(line => line.trim().startsWith('curl ')) ?? ''
  expect(await answerTo(curl)).toBe('ok')
  await eventually(async () => expect(await messages()).toContain('Hello, **world**'))
})

test('leaves no process after SIGKILL, and starts again with the posts, without showing a changed password', async () => {
  const { dataDir, remove } = await newDataDir()
  const first = await startPosthorn(dataDir)
  const { base_url, hook, admin } = first.firstRun
  await (await fetch(hook.url, { method: 'POST', body: '{"text":"kept"}' })).text()
  const account = { ...accountIn(first.lines), password: 'chosen by its owner' }
  await changePassword(base_url, accountIn(first.lines), account.password)
  const pids = first.pids()
  await first.stop('SIGKILL')
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]))
  const again = await startPosthorn(dataDir, Number(first.env.PORT))
  endWithTest(again, remove)
  expect(again.lines.join('\n')).not.toMatch(/of an earlier run/)
  expect(again.lines.join('\n')).not.toContain(admin.password)
  expect(again.lines).toContain(`Log in at ${base_url}/ : team ${account.team}, user ${account.user}`)
  const { messages } = await logIn(base_url, account)
  await eventually(async () => expect(await messages()).toEqual(['kept']))
})

test('stops whatever hangs, and leaves no process', async () => {
  const { dataDir, remove } = await newDataDir()
  const hanging = await startPosthorn(dataDir)
  const { hostname, port, pathname } = new URL(hanging.firstRun.hook.url)
  const stuck = connect(Number(port), hostname).on('error', () => {})
  stuck.write(`POST ${pathname} HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"text"`)
  const silent = connect(Number(port), hostname).on('error', () => {})
  silent.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(silent, 'connect')
  const pids = hanging.pids()
  for (const pid of servicesOf(hanging)) process.kill(pid, 'SIGSTOP')
  await hanging.stop()
  expect(hanging.lines.at(-1)).toMatch(/^Stopped/)
  await eventually(() => expect(pids.filter(isAlive)).toEqual([]))
  stuck.destroy()
  remove()
})

function endWithTest(posthorn: Posthorn, remove: () => void): void {
  onTestFinished(async () => {
    await posthorn.stop()
    remove()
  })
}

/** Returns the process ids of a worker, Redis and Postgres. */
function servicesOf({ env: { DATA_DIR }, pidOf }: Posthorn): number[] {
  const inFiles = ['redis/redis.pid', 'postgres/data/postmaster.pid'].map(file => pidIn(DATA_DIR, file))
  return [pidOf(/worker\/dist\/main\.js/), ...inFiles]
}
