import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newSecret } from '@posthorn/server'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { keepSlackPath } from '../support/slack-path.js'
import { startCli } from './start-cli.js'

/** What a channel shows, without IDs. */
async function shown({ db }: Pick<Awaited<ReturnType<typeof startCli>>, 'db'>, channel: string) {
  const posts = await db.post.findMany({
    where: { channelId: (await db.channel.findFirstOrThrow({ where: { name: channel } })).id },
    orderBy: { id: 'asc' },
  })
  const at = new Map(posts.map(({ id }, index) => [id, index]))
  return posts.map(({ message, html, createAt, rootId, props }) => {
    const { webhook_id: _, ...rest } = props as Record<string, unknown>
    return { message, html, createAt, props: rest, root: at.get(rootId) }
  })
}

async function fill() {
  const from = await startCli()
  const key = newSecret()
  const { admin } = await from.callers('admin')
  const square = await from.db.channel.findFirstOrThrow({ where: { name: 'town-square' } })
  const hook = await admin.client.createHook({
    params: { team: from.teamId },
    body: { channel_id: square.id, display_name: 'Builds', key },
  })
  await from.send({ text: `${'a long text '.repeat(900)}` })
  await from.send({
    text: 'Down',
    thread_key: 'incident',
    attachments: [{ title: 'Probe', text: '**503**' }],
  })
  await from.send({ text: 'Up again', thread_key: 'incident' })
  await eventually(async () => expect(await from.db.post.count()).toBe(5))
  const path = await keepSlackPath(from.db, hook.id)
  await from.db.user.update({ where: { username: 'reader' }, data: { nickname: 'R' } })
  return { from, key, path }
}

test('what posthorn export writes, another server imports: posts, threads, users, members and keys', async () => {
  const { from, key, path } = await fill()
  const to = await startCli()
  const wrote = await from.posthorn(['export', '--out', 'all.jsonl'])
  expect(wrote).toMatchObject({ code: 0, stdout: '' })
  const file = join(from.home, 'all.jsonl')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readFileSync(file, 'utf8')).not.toContain(key)
  await to.db.user.deleteMany({ where: { username: 'reader' } })
  const args = ['import', 'posthorn', file, '--as', 'first']
  expect(await to.posthorn(args)).toMatchObject({ code: 0 })
  expect(await shown(to, 'town-square')).toEqual(await shown(from, 'town-square'))
  const reader = await to.db.user.findFirstOrThrow({
    where: { username: 'reader' },
    include: { teams: true },
  })
  expect(reader).toMatchObject({ nickname: 'R', teams: [{ roles: 'team_user' }] })
  for (const old of [`/hooks/${key}`, path]) {
    const answer = await fetch(to.url + old, { method: 'POST', body: '{"text":"still here"}' })
    expect(await answer.text()).toBe('ok')
  }
  const before = await to.db.post.count()
  expect(await to.posthorn(args)).toMatchObject({ code: 0 })
  expect(await to.db.post.count()).toBe(before)
})

test('an export of one team goes to standard output, and a cut one is reported at its import', async () => {
  const { from } = await fill()
  const { code, stdout } = await from.posthorn(['export', '--team', 'first-team'])
  expect(code).toBe(0)
  const lines = stdout.trimEnd().split('\n')
  expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'end', end: { lines: lines.length - 1 } })
  writeFileSync(join(from.home, 'cut.jsonl'), `${lines.slice(0, -1).join('\n')}\n`)
  const ran = await from.posthorn(['import', 'posthorn', 'cut.jsonl', '--as', 'again', '--dry-run'])
  expect(ran.stderr).toContain('The last line is missing, so the export is incomplete.')
})
