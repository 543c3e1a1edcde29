import { writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { freePort } from '@posthorn/standalone/services'
import { expect, test } from 'vitest'
import { mattermostToken, startMattermost } from '../support/mattermost-server.js'
import { bulkExport, inLines } from './mattermost-export.js'
import { startCli } from './start-cli.js'

async function start() {
  const cli = await startCli()
  writeFileSync(join(cli.home, 'export.jsonl'), inLines(bulkExport))
  const importFrom = (url: string, token = mattermostToken, more: string[] = []) =>
    cli.posthorn(['import', 'mattermost', 'export.jsonl', '--no-posts', '--hooks-of', url, ...more], {
      env: { MATTERMOST_TOKEN: token },
    })
  return { ...cli, importFrom }
}

test('reads all pages of a Mattermost server’s webhooks, and asks for each name once', async () => {
  const { importFrom, posthorn, db, url } = await start()
  await posthorn(['settings', 'set', 'MaxHooksPerOwner', '450'])
  const mattermost = await startMattermost(450)
  const hooksBefore = await db.hook.count()
  const ran = await importFrom(`${mattermost.url}/`)
  expect(ran).toMatchObject({ code: 0 })
  expect(ran.stderr).toContain('1 × hook: Its row has no creator, channel or team.')
  expect((await db.hook.count()) - hooksBefore).toBe(449)
  const pages = mattermost.asked.filter(path => path.includes('hooks/incoming'))
  expect(pages).toEqual([0, 1, 2].map(page => `/api/v4/hooks/incoming?page=${page}&per_page=200`))
  expect(mattermost.asked).toHaveLength(3 + 4)
  const locked = await db.hook.findFirstOrThrow({ where: { displayName: 'Hook 1' } })
  expect(locked).toMatchObject({ locked: true, createAt: 1_600_000_000_000n })
  const key = 'hook449'.padEnd(26, 'x')
  const answer = await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"as ever"}' })
  expect(await answer.text()).toBe('ok')
})

test('waits as long as Mattermost’s rate limit says', async () => {
  const { importFrom } = await start()
  let refused = 0
  const mattermost = await startMattermost(2, (_, response) => {
    if (refused++ > 0) return false
    response.writeHead(429, { 'x-ratelimit-reset': '1' }).end('limit exceeded\n')
    return true
  })
  const ran = await importFrom(mattermost.url, mattermostToken, ['--dry-run'])
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('limits calls. Waiting 1 s') })
})

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

const answers: [what: string, answer: Answer, says: RegExp][] = [
  [
    'redirects',
    (_, to) => to.writeHead(302, { location: 'https://chat.example/' }).end(),
    /redirects to https/,
  ],
  ['cuts its answer', (_, to) => cutOff(to), /broke off/],
  ['returns a page of HTML', (_, to) => to.end('<html>'), /did not return JSON/],
  ['returns an object', (_, to) => to.end('{}'), /did not list its webhooks/],
  ['has another API', (_, to) => to.writeHead(404).end(), /did not list its webhooks/],
  ['fails', (_, to) => to.writeHead(500).end('{"message":"Boom"}'), /returned 500\. It says: Boom/],
  ['answers without end', (_, to) => endless(to), /exceeds 16777216 bytes/],
]

function cutOff(response: ServerResponse): void {
  response.writeHead(200, { 'content-length': 1000 }).write('[{"id":"')
  setImmediate(() => response.destroy())
}

function endless(response: ServerResponse): void {
  const chunk = Buffer.alloc(64 * 1024, '[')
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  }
  response.on('drain', more)
  more()
}

test.each(answers)('says so if Mattermost %s, and imports nothing', async (_, answer, says) => {
  const { importFrom, db } = await start()
  const mattermost = await startMattermost(0, (request, response) => {
    answer(request, response)
    return true
  })
  const ran = await importFrom(mattermost.url)
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(says) })
  expect(ran.stderr).not.toContain(mattermostToken)
  expect([await db.import.count(), mattermost.asked.length]).toEqual([0, 1])
})

test('distinguishes an expired token from a server that is not there', async () => {
  const { importFrom, db } = await start()
  const mattermost = await startMattermost(1)
  const expired = await importFrom(mattermost.url, 'expired')
  expect(expired).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/401\..*expired session.*\n.*token/),
  })
  const away = await importFrom(`http://127.0.0.1:${await freePort()}`)
  expect(away).toMatchObject({ code: 3, stderr: expect.stringContaining('Check that Mattermost runs') })
  expect(await importFrom('no address')).toMatchObject({ code: 3 })
  expect(await db.import.count()).toBe(0)
})
