import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import {
  bulkExport,
  early,
  hookKey,
  hooksCsv,
  inLines,
  manyPosts,
  passwordsCsv,
} from './mattermost-export.js'
import { startCli } from './start-cli.js'

const tables = ['--hooks', 'hooks.csv', '--passwords', 'users.csv']
const mattermost = ['import', 'mattermost', 'export.jsonl', ...tables]

async function start(text = inLines(bulkExport)) {
  const cli = await startCli()
  const write = (name: string, content: string) => writeFileSync(join(cli.home, name), content)
  write('export.jsonl', text)
  write('hooks.csv', hooksCsv)
  write('users.csv', await passwordsCsv())
  const report = (name = 'import-mattermost.json') => JSON.parse(readFileSync(join(cli.home, name), 'utf8'))
  const stored = async (name: string) => {
    const posts = await cli.db.post.findMany({
      where: { channelId: (await cli.db.channel.findFirstOrThrow({ where: { name } })).id },
      orderBy: { id: 'asc' },
    })
    return posts.map(({ message, createAt, rootId, props }) => ({
      message,
      createAt: Number(createAt),
      rootId,
      props,
    }))
  }
  return { ...cli, write, report, stored }
}

test('a dry run of a Mattermost export names what is skipped, and writes nothing', async () => {
  const { posthorn, db, report } = await start()
  const before = [await db.user.count(), await db.post.count()]
  const ran = await posthorn([...mattermost, '--dry-run'])
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing was imported.') })
  expect([await db.user.count(), await db.post.count(), await db.import.count()]).toEqual([...before, 0])
  expect(report().counts).toMatchObject({
    team: { created: 1 },
    user: { created: 3, skipped: 1 },
    channel: { created: 3, skipped: 1 },
    hook: { created: 1 },
    post: { created: 7, skipped: 1 },
  })
  expect(Object.keys(report().reasons)).toContain('channel: A direct channel here has two members.')
})

test('Mattermost’s posts keep their times, threads and attachments, and a repeated import changes nothing', async () => {
  const { posthorn, db, stored, report } = await start()
  expect(await posthorn(mattermost)).toMatchObject({ code: 0 })
  const ops = await stored('ops')
  expect(ops.map(({ createAt }) => createAt - early)).toEqual([10, 30, 40, 40, 50, 60, 80])
  expect(ops.map(({ message }) => message).filter(message => message.length < 100)).toEqual([
    ...['The *first* post', 'A reply', '', 'by a reserved name'],
    'See this\nFile: `report.pdf` (not imported)',
  ])
  expect(ops[4]?.props).toMatchObject({ override_username: 'ci', attachments: [{ title: 'Build 42' }] })
  expect(ops[5]?.props).toMatchObject({ override_username: 'root', from_webhook: 'true' })
  const [first] = await db.post.findMany({ where: { message: 'The *first* post' } })
  expect(ops[1]?.rootId).toBe(first?.id)
  const counts = async () => [await db.post.count(), await db.user.count(), await db.hook.count()]
  const before = await counts()
  expect(await posthorn(mattermost)).toMatchObject({ code: 0 })
  expect(await counts()).toEqual(before)
  expect(report().counts.post).toEqual({ created: 0, known: 7, matched: 0, skipped: 1 })
})

test('Mattermost’s senders and users keep their keys and passwords', async () => {
  const { posthorn, db, url, logIn } = await start()
  await posthorn(mattermost)
  const answer = await fetch(`${url}/hooks/${hookKey}`, { method: 'POST', body: '{"text":"as ever"}' })
  expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
  await eventually(async () => expect(await db.post.count({ where: { message: 'as ever' } })).toBe(1))
  const hook = await db.hook.findFirstOrThrow({
    where: { displayName: 'Builds, nightly' },
    include: { user: true },
  })
  expect(hook).toMatchObject({ locked: true, description: 'says "done"', user: { username: 'ada' } })
  const as = (login_id: string) => logIn({ name: 'harbour', login_id, password: 'secret of ada' })
  expect([(await as('ada')).statusCode, (await as('cy')).statusCode]).toEqual([200, 401])
  const members = await db.channelMember.findMany({
    where: { channel: { name: 'ops' } },
    include: { user: true },
  })
  expect(members.map(({ user, roles }) => `${user.username}: ${roles}`).toSorted()).toEqual([
    'ada: channel_user channel_admin',
    'cy: channel_user channel_admin',
  ])
  const bo = await db.user.findFirstOrThrow({ where: { username: 'bo' } })
  expect(Number(bo.deleteAt)).toBe(early + 1000)
})

test('a report names webhooks by their titles, because their IDs are their keys', async () => {
  const { posthorn, db, write, report, callers, teamId } = await start()
  const { admin } = await callers('admin')
  const { id: channel_id } = await db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const body = { channel_id, display_name: 'Mine', key: hookKey }
  await admin.client.createHook({ params: { team: teamId }, body })
  const lost = hookKey.replace('x1', 'y2')
  write('hooks.csv', `${hooksCsv}${lost},1,Lost,,f,nobody,ops,harbour\n`)
  await posthorn(mattermost)
  const skipped = report().details.filter(({ kind }: { kind: string }) => kind === 'hook')
  expect(skipped.map(({ key, reason }: { key: string; reason: string }) => [key, reason])).toEqual([
    ['Lost', 'Its creator was not imported.'],
    ['Builds, nightly', 'A webhook uses or used this key. Choose another one.'],
  ])
  for (const key of [hookKey, lost]) expect(JSON.stringify(report())).not.toContain(key)
})

test('an import whose session ends continues after the next login', async () => {
  const { startPosthorn, home, db, report, posthorn, loggedIn } = await start(
    inLines([...bulkExport, ...manyPosts(3000)]),
  )
  const file = join(home, 'import-mattermost.json')
  const run = startPosthorn(['import', 'mattermost', join(home, 'export.jsonl'), '--report', file], {})
  await eventually(() => expect(report().posts_read).toBeGreaterThan(0))
  const { userId, ...session } = await db.session.findFirstOrThrow({ where: { user: { username: 'admin' } } })
  await db.session.deleteMany({ where: { userId } })
  expect(await run.ended).toBe(4)
  expect(run.warned()).toContain('Log in again: posthorn login')
  await db.session.create({ data: { ...session, userId } as never })
  expect(loggedIn.POSTHORN_TOKEN).toBeDefined()
  expect(await posthorn(['import', 'mattermost', 'export.jsonl'])).toMatchObject({ code: 0 })
  expect(await db.post.count({ where: { message: { startsWith: 'number ' } } })).toBe(3000)
})

test('Mattermost’s channels keep their texts, and direct ones their two members', async () => {
  const { posthorn, db } = await start()
  await posthorn(mattermost)
  const ops = await db.channel.findFirstOrThrow({ where: { name: 'ops' } })
  expect(ops).toMatchObject({
    type: 'P',
    displayName: 'OPS',
    header: '**On call**: ada',
    purpose: 'Operations',
  })
  const [ada, cy] = await db.user.findMany({
    where: { username: { in: ['ada', 'cy'] } },
    orderBy: { username: 'asc' },
  })
  const direct = await db.channel.findFirstOrThrow({ where: { type: 'D', totalMsgCount: 1 } })
  expect(direct.name.split('__').toSorted()).toEqual([ada?.id, cy?.id].toSorted())
})

test('broken lines are named by their numbers, and all others are imported', async () => {
  const lines = inLines(bulkExport).split('\n')
  lines.splice(1, 0, '{"type":"poll","poll":{}}', 'no JSON', '{"type":"post","post":7}')
  const { posthorn, report, db } = await start(`${lines.join('\n')}{"type":"post","post":{"team":"har`)
  expect(await posthorn(mattermost)).toMatchObject({ code: 0 })
  expect(await db.post.count({ where: { message: 'Only for ada' } })).toBe(1)
  const lost = report().details.filter(({ kind }: { kind: string }) => kind === 'line')
  expect(lost.map(({ key, reason }: { key: string; reason: string }) => `${key}: ${reason}`)).toEqual([
    ...['2: The type poll is unknown.', '3: The line is no JSON object with a type.'],
    '4: The line has no object post.',
    '22: The last line is cut off.',
  ])
})

test('a killed import continues where it was, and stores every post once', async () => {
  const { startPosthorn, home, db, report, posthorn } = await start(
    inLines([...bulkExport, ...manyPosts(3000)]),
  )
  const file = join(home, 'import-mattermost.json')
  const killed = startPosthorn(['import', 'mattermost', join(home, 'export.jsonl'), '--report', file], {})
  await eventually(() => expect(report().posts_read).toBeGreaterThan(0))
  killed.kill()
  await killed.ended
  expect(report()).toMatchObject({ is_complete: false })
  const ran = await posthorn(['import', 'mattermost', 'export.jsonl'])
  expect(ran).toMatchObject({ code: 0, stderr: expect.stringMatching(/Continues after \d+ posts/) })
  expect(await db.post.count({ where: { message: { startsWith: 'number ' } } })).toBe(3000)
  const { totalMsgCount } = await db.channel.findFirstOrThrow({ where: { name: 'ops' } })
  expect(Number(totalMsgCount)).toBe(3000 + 7)
  expect(report()).toMatchObject({ is_complete: true, posts_read: 3007 })
})

test('an import without administrator, file or hooks says what to do', async () => {
  const { posthorn, callers, serverUrl } = await start()
  const { reader } = await callers('reader')
  const stranger = await posthorn(mattermost, {
    env: { POSTHORN_URL: serverUrl, POSTHORN_TOKEN: reader.token },
  })
  expect(stranger.code).toBe(1)
  expect(await posthorn(['import', 'mattermost', 'nothing.jsonl'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Cannot read nothing.jsonl (ENOENT)'),
  })
  expect(
    await posthorn(['import', 'mattermost', 'export.jsonl', '--hooks-of', 'http://127.0.0.1:9']),
  ).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('MATTERMOST_TOKEN'),
  })
})
