import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type ZipEntry, zipOf } from '../support/zip-file.js'
import { firstTs, oldUrl, slackExport, slackHooksCsv } from './slack-export.js'
import { startCli } from './start-cli.js'

const slack = ['import', 'slack', 'export.zip', '--into', 'harbour']

async function start(entries: ZipEntry[] = slackExport) {
  const cli = await startCli()
  const write = (name: string, content: string | Buffer) => writeFileSync(join(cli.home, name), content)
  write('export.zip', zipOf(entries))
  write('hooks.csv', slackHooksCsv)
  const posts = async (name: string) => {
    const channel = await cli.db.channel.findFirstOrThrow({ where: { name } })
    return cli.db.post.findMany({ where: { channelId: channel.id }, orderBy: { id: 'asc' } })
  }
  return { ...cli, write, posts }
}

test('Slack’s messages keep order, threads, mentions and blocks, and a repeated import changes nothing', async () => {
  const { posthorn, posts, db } = await start()
  expect(await posthorn(slack)).toMatchObject({ code: 0 })
  const ships = await posts('ships')
  expect(ships.map(({ message }) => message)).toEqual([
    'A microsecond earlier :parrot:',
    '**Ship** [it](https://harbour.example) &amp; tell @bo in #quiet',
    ...['In the thread', 'Build **42**', 'File: `plan.pdf` (not imported)', 'The next day'],
  ])
  expect(Number(ships[1]?.createAt)).toBe(Math.floor(Number(firstTs) * 1000))
  expect(ships[2]?.rootId).toBe(ships[1]?.id)
  expect(ships[3]?.props).toMatchObject({ override_username: 'ci', attachments: [{ title: 'Log' }] })
  const before = await db.post.count()
  expect((await posthorn(slack)).code).toBe(0)
  expect(await db.post.count()).toBe(before)
})

test('Slack’s users and channels keep their state, and webhooks get new URLs in a table for one’s own eyes', async () => {
  const { posthorn, db, home, url } = await start()
  await posthorn([...slack, '--hooks', 'hooks.csv', '--dry-run'])
  expect(existsSync(join(home, 'slack-urls.csv'))).toBe(false)
  const { stderr } = await posthorn([...slack, '--hooks', 'hooks.csv'])
  expect(stderr).toContain('Its URL is not https://hooks.slack.com')
  expect(stderr).toContain('1 × hook: An earlier webhook has the same key or URL.')
  const users = await db.user.findMany({
    where: { username: { in: ['ada', 'bo', 'helper'] } },
    orderBy: { username: 'asc' },
  })
  expect(users.map(({ deleteAt }) => deleteAt > 0)).toEqual([false, true, true])
  const captains = await db.channel.findFirstOrThrow({
    where: { name: 'captains' },
    include: { members: true },
  })
  expect(captains).toMatchObject({ type: 'P', header: 'Ships', members: [{ userId: users[0]?.id }] })
  expect(captains.deleteAt > 0).toBe(true)
  const file = join(home, 'slack-urls.csv')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const [, row = '', ...rest] = readFileSync(file, 'utf8').split('\n')
  expect(rest).toEqual([''])
  const [old, now = ''] = row.split(',')
  expect(old).toBe(oldUrl)
  const key = now.split('/').at(-1)
  for (const address of [`${url}/hooks/${key}`, url + new URL(oldUrl).pathname]) {
    const answer = await fetch(address, { method: 'POST', body: '{"text":"moved"}' })
    expect(await answer.text()).toBe('ok')
  }
})

test.each<[string, ZipEntry[], RegExp]>([
  ['leads out of its folder', [{ name: '../../users.json', content: '[]' }], /invalid relative path/],
  ['is absolute', [{ name: '/etc/users.json', content: '[]' }], /absolute path/],
  [
    'would become far larger',
    [{ name: 'users.json', content: Buffer.alloc(64 * 1024 * 1024) }],
    /would become 67108864 bytes/,
  ],
  ['states a wrong length', [{ name: 'users.json', content: '[{"id":"U1"}]', claims: 2 }], /too many bytes/],
  ['is no list', [{ name: 'users.json', content: '{}' }], /no JSON array/],
])('an archive with an entry that %s is rejected', async (_, entries, says) => {
  const { posthorn, db } = await start(entries)
  const ran = await posthorn(slack)
  expect([ran.code === 0, await db.import.count()]).toEqual([false, 0])
  expect(ran.stderr).toMatch(says)
})
