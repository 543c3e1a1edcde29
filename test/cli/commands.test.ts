import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { password } from '../support/constants.js'
import { eventually } from '../support/eventually.js'
import { startProxy } from '../support/start-proxy.js'
import { newHome, runCommand, startCli } from './start-cli.js'

test('a script creates a webhook, sends, and finds its delivery, each by the output before', async () => {
  const { posthorn, messages } = await startCli()
  const url = (await posthorn(['hooks', 'create', 'town-square', '--title', 'builds', '--quiet'])).stdout
  const env = { POSTHORN_HOOK_URL: url.trim() }
  const sent = await posthorn(['send', '--wait', '--json'], { input: 'from a pipe\n', env })
  expect(sent).toMatchObject({ code: 0, stderr: '' })
  expect(await messages()).toEqual(['from a pipe'])
  const { delivery } = JSON.parse(sent.stdout)
  const { stdout } = await posthorn(['deliveries', 'list', 'builds', '--json'])
  expect(JSON.parse(stdout)).toMatchObject({ id: delivery, outcome: 'posted', words: 'from a pipe' })
})

test('send repeats a failed call under one key, and its exit code says posted, rejected or unknown', async () => {
  const { posthorn, messages, hookUrl } = await startCli()
  const proxy = await startProxy(hookUrl)
  const env = { POSTHORN_HOOK_URL: proxy.url }
  expect((await posthorn(['send', 'x', '--channel', 'nowhere'], { env })).code).toBe(5)
  await proxy.cut()
  const lost = await posthorn(['send', 'x', '--no-retries', '--idempotency-key', 'k1'], { env })
  expect(lost).toMatchObject({ code: 6, stderr: expect.stringContaining('--idempotency-key k1') })
  const retried = posthorn(['send', 'once', '--wait', '--idempotency-key', 'k2'], { env })
  await proxy.restore()
  expect(await retried).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Status +posted$/m) })
  await posthorn(['send', 'once', '--idempotency-key', 'k2'], { env })
  expect(await messages()).toEqual(['once'])
})

const mistakes: [args: string[], says: RegExp][] = [
  [['hook', 'list'], /Did you mean hooks\?/],
  [['hooks', 'create'], /missing required argument 'channel'/],
  [['hooks', 'list', '--limit', 'many'], /whole number/],
  [['deliveries', 'list', 'builds', '--since', 'yesterday'], /Write 30m, 2h, 7d/],
  [['send', 'x'], /Use --hook <title>, --hook-url <url> or POSTHORN_HOOK_URL/],
  [['send', '--hook', 'builds'], /The message is empty/],
  [['send', '--hook', 'builds', '--payload', '{"text"'], /The payload is no JSON/],
  [['login', 'http://127.0.0.1:9'], /Use --username/],
]

test('bad input ends with exit code 2 and says what to write instead', async () => {
  const { home, env } = newHome()
  const ran = await Promise.all(
    mistakes.map(([args]) => runCommand([join(home, 'bin/posthorn'), ...args], { env })),
  )
  expect(ran.map(({ code, stdout }) => [code, stdout])).toEqual(mistakes.map(() => [2, '']))
  ran.forEach(({ stderr }, at) => {
    expect(stderr).toMatch(mistakes[at]?.[1] ?? /never/)
  })
})

test('without a server or a login, the error says what to do, and a reader that stops early is no error', async () => {
  const { home, env } = newHome()
  const whoami = [join(home, 'bin/posthorn'), 'whoami']
  const url = `http://127.0.0.1:${await freePort()}`
  const [away, stranger, early] = await Promise.all([
    runCommand(whoami, { env: { ...env, POSTHORN_URL: url, POSTHORN_TOKEN: 'token' } }),
    runCommand(whoami, { env }),
    runCommand(['bash', '-c', 'set -o pipefail; posthorn hooks create --help | head -n 1'], { env }),
  ])
  expect(away.stderr).toContain(`Cannot reach ${url} (ECONNREFUSED)`)
  expect(stranger.stderr).toContain('You are not logged in.\nLog in: posthorn login https://')
  expect([away.code, stranger.code, early.code, early.stderr]).toEqual([3, 4, 0, ''])
})

test('profiles keep sessions apart, readable by their owner only, until they expire or are logged out', async () => {
  const { db, profiles, run } = await startProfiles()
  expect((await profiles.logIn('work', 'admin', `${password}\n`)).code).toBe(0)
  expect((await profiles.logIn('reading', 'reader', password)).code).toBe(0)
  expect((await profiles.logIn('work', 'admin', 'wrong')).code).toBe(4)
  expect((await run(['whoami', '--quiet', '--profile', 'work'])).stdout).toBe('admin\n')
  expect(readdirSync(profiles.folder)).toEqual(['credentials.json'])
  expect(statSync(join(profiles.folder, 'credentials.json')).mode & 0o777).toBe(0o600)
  const before = await db.session.count()
  await run(['logout']) // the last one that logged in
  expect(await db.session.count()).toBe(before - 1)
  await db.session.updateMany({ data: { expiresAt: Date.now() } })
  expect(await run(['hooks', 'list'])).toMatchObject({
    code: 4,
    stderr: 'Error: Your session has expired, or was ended.\nLog in again: posthorn login\n',
  })
})

/** Starts a server for commands that have only what a login saved. */
async function startProfiles() {
  const { serverUrl, env, home, db } = await startCli()
  const runWith = (own: NodeJS.ProcessEnv, args: string[], input = '') =>
    runCommand([join(home, 'bin/posthorn'), ...args], { env: { ...env, ...own }, input })
  const run = (args: string[], input = '') => runWith({}, args, input)
  const logIn = (profile: string, user: string, input: string) =>
    run(['login', serverUrl, '--profile', profile, '-u', user, '--password-stdin'], input)
  return { db, run, runWith, profiles: { logIn, folder: join(home, 'config/posthorn') } }
}

test('a command whose POSTHORN_URL is another server than that of the profile does nothing', async () => {
  const { profiles, runWith } = await startProfiles()
  await profiles.logIn('work', 'admin', password)
  const elsewhere = await runWith({ POSTHORN_URL: 'https://elsewhere.example.com/' }, ['hooks', 'list'])
  expect(elsewhere).toMatchObject({ code: 4, stdout: '' })
  expect(elsewhere.stderr).toMatch(/is https:\/\/elsewhere\.example\.com, but the profile’s server is http/)
})

test('a rate-limited command waits', async () => {
  const { posthorn } = await startCli({ apiRate: { points: 2, seconds: 2 } })
  const ran = await Promise.all(Array.from({ length: 4 }, () => posthorn(['whoami', '--quiet'])))
  expect(ran.map(({ stdout }) => stdout)).toEqual(Array(4).fill('admin\n'))
})

test('tail shows posts live and after a lost connection, and no post can send escapes to the terminal', async () => {
  const { startPosthorn, send, serverUrl } = await startCli()
  const proxy = await startProxy(serverUrl)
  await send({ text: 'first \u001b]0;owned\u0007 \u202eevil' })
  const args = ['tail', 'town-square', '--since', '1h', '--count', '3']
  const { printed, ended } = startPosthorn(args, { POSTHORN_URL: proxy.url })
  await eventually(() => expect(printed()).toContain('  first ␛]0;owned␇ \ufffdevil\n'))
  await send({ text: '', attachments: [{ title: 'Second', text: 'of an attachment' }] })
  await eventually(() => expect(printed()).toContain('  Second\n  of an attachment\n'))
  proxy.drop()
  await send({ text: 'third' })
  expect(await ended).toBe(0)
  expect(printed()).toMatch(/ {2}third\n$/)
  expect(printed().match(/#town-square/g)).toHaveLength(3)
  expect(printed()).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}/u)
})

test('tail --since shows the posts of all teams, and names the teams if a chosen one is unknown', async () => {
  const { posthorn, send } = await startCli()
  await posthorn(['teams', 'create', 'operations'])
  const { stdout: url } = await posthorn([
    'hooks',
    'create',
    'town-square',
    '--team',
    'operations',
    '--quiet',
  ])
  await send({ text: 'of the first team' })
  await posthorn(['send', 'of the second team', '--hook-url', url.trim(), '--wait'])
  const args = ['tail', '--since', '1h', '--count', '2']
  const all = await posthorn(args)
  expect(all).toMatchObject({ code: 0, stdout: expect.stringContaining('  of the first team\n') })
  expect(all.stdout).toContain('  of the second team\n')
  const unknown = await posthorn([...args, '--team', 'nowhere'])
  expect(unknown).toMatchObject({ code: 2, stdout: '' })
  expect(unknown.stderr).toMatch(/Error: There is no team nowhere\.\nYour teams: .*operations/)
  expect(unknown.stderr).not.toContain('    at ')
})

test('JSON escapes what a terminal would obey, and means the same', async () => {
  const { posthorn, send } = await startCli()
  const text = 'a \u001b]0;owned\u0007 \u009b31m \u202eevil\u2066 \u007f'
  await send({ text })
  const commands = [
    ['tail', 'town-square', '--since', '1h', '--count', '1', '--json'],
    ['preview', text, '--hook', 'First hook', '--json'],
    ['deliveries', 'list', 'First hook', '--json'],
    ['export', '--direct'],
  ]
  for (const command of commands) {
    const { code, stdout } = await posthorn(command)
    expect([command, code]).toEqual([command, 0])
    expect(stdout).not.toMatch(/\p{Bidi_Control}|(?!\n)\p{Cc}/u)
    for (const line of stdout.trimEnd().split('\n')) JSON.parse(line)
    if (command[0] === 'tail') expect(JSON.parse(stdout).message).toBe(text)
  }
})

/** Returns the processor time of a command, because other work on the machine delays it but hardly adds to it. */
async function processorMs(command: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const timed = `TIMEFORMAT='%U %S'; time "$@" > /dev/null 2>&1`
  const { stderr } = await runCommand(['bash', '-c', timed, 'bash', ...command], { env })
  const [user = 0, system = 0] = stderr.trim().split(' ').map(Number)
  return 1000 * (user + system)
}

/** Connects to nothing, which loads as much of Node as a call does. */
const calling = "fetch('http://127.0.0.1:1').catch(() => {})"

test('starts little slower than Node itself, also for a command that calls a server', async () => {
  const { home, env } = newHome()
  const own = { ...env, POSTHORN_URL: `http://127.0.0.1:${await freePort()}`, POSTHORN_TOKEN: 'token' }
  const posthorn = join(home, 'bin/posthorn')
  const commands = {
    node: [process.execPath, '-e', '0'],
    nodeCalls: [process.execPath, '-e', calling],
    version: [posthorn, '--version'],
    call: [posthorn, 'whoami'],
  }
  const ms = { node: 0, nodeCalls: 0, version: 0, call: 0 }
  for (let run = 0; run < 4; run++)
    for (const name of Object.keys(ms) as (keyof typeof ms)[])
      ms[name] += await processorMs(commands[name], own) // a sum, because the system counts in coarse steps
  expect(ms.version).toBeLessThan(3 * ms.node)
  expect(ms.call).toBeLessThan(3 * ms.nodeCalls)
})
