import { timeOf } from '@posthorn/core'
import { createHook, editPost, saveSettings } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { sendTo } from '../support/ingress.js'
import { startWorld, type World } from '../support/world.js'

type Answer = { ok: boolean; delivery: string; collapsed?: true; updated?: true; posts: { id: string }[] }

/** Starts a world whose hook counts repeats. */
async function startCollapsing(collapseSeconds = 3600, workerLater = false): Promise<World> {
  const world = await startWorld({ workerLater })
  await world.db.hook.updateMany({ data: { collapseSeconds } })
  return world
}

async function sendOne(world: World, payload: Record<string, unknown>): Promise<Answer> {
  return (await (await sendTo(`${world.hookUrl}?wait=true`, payload)).json()) as Answer
}

/** Sends payloads one after another and waits for each. */
async function sendEach(world: World, payloads: Record<string, unknown>[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const payload of payloads) answers.push(await sendOne(world, payload))
  return answers
}

/** The messages, with the time of a counter as `…`. */
async function shown(world: World, channel?: string): Promise<string[]> {
  const messages = await world.messages(channel)
  return messages.map(message => message.replace(/last at .* UTC$/, 'last at …'))
}

test('the first post counts its repeats, which create no posts', async () => {
  const world = await startCollapsing()
  const payload = { text: 'Disk full', attachments: [{ text: 'db-1' }] }
  const [first, , third] = await sendEach(world, [payload, payload, payload])
  expect(await shown(world)).toEqual(['Disk full\n\n× 3, last at …'])
  expect(await world.outcomes()).toEqual(['posted', 'collapsed', 'collapsed'])
  expect(third).toMatchObject({ ok: true, collapsed: true, posts: first?.posts })
  const [post] = await world.posts()
  const { id } = await world.db.delivery.findFirstOrThrow({ orderBy: { id: 'desc' } })
  expect(post).toMatchObject({ props: { repeats: { count: 3, last_at: timeOf(id) } }, editAt: 0n })
  expect(post?.html).toMatch(
    /<p class="repeats">× 3, last at <time datetime="[^"]+Z">\d\d:\d\d UTC<\/time><\/p>$/,
  )
  expect(post?.updateAt).toBeGreaterThan(post?.createAt ?? 0)
  expect(await world.db.post.count()).toBe(first?.posts.length)
  expect(await world.db.delivery.findMany({ select: { postId: true } })).toEqual([
    { postId: null },
    { postId: post?.id },
    { postId: post?.id },
  ])
  const channel = await world.channelNamed('town-square')
  expect(channel.totalMsgCount).toBe(1n)
})

test('other contents, channels, hooks and keys have posts and counters of their own', async () => {
  const world = await startCollapsing()
  const { userId, teamId, channelId } = await world.db.hook.findFirstOrThrow()
  const choices = { displayName: '', description: '', confirm: false, locked: false, format: '' }
  const row = { id: 'o'.repeat(26), createAt: 1, userId, teamId, channelId, ...choices, collapseSeconds: 60 }
  await createHook(world.db, row, 'k'.repeat(26))
  const payloads = [{ text: 'full' }, { text: 'full!' }, { text: 'full', attachments: [{ text: 'a' }] }]
  for (const payload of [...payloads, { text: 'full', thread_key: 't' }, { text: 'full', channel: 'builds' }])
    await sendEach(world, [payload, payload])
  for (let call = 0; call < 2; call++)
    await sendTo(`${world.url}/hooks/${'k'.repeat(26)}?wait=true`, { text: 'full' })
  const twice = (text: string) => `${text}\n\n× 2, last at …`
  expect(await shown(world)).toEqual([twice('full'), twice('full!'), ...Array(3).fill(twice('full'))])
  expect(await shown(world, 'builds')).toEqual([twice('full')])
})

test('a hook without the setting posts every repeat, and stores no contents', async () => {
  const world = await startWorld()
  await sendEach(world, [{ text: 'full' }, { text: 'full' }])
  expect(await world.messages()).toEqual(['full', 'full'])
  expect(await world.db.deliveryKey.count()).toBe(0)
})

test('after the window, a repeat is a new post', async () => {
  const world = await startCollapsing(1)
  await eventually(async () => {
    await sendOne(world, { text: 'full' })
    expect(await world.messages()).toHaveLength(2)
  })
  expect((await world.outcomes()).at(-1)).toBe('posted')
  expect((await world.messages())[1]).toBe('full')
})

test('a repeat in a thread counts there, and one with the same update key stores no version', async () => {
  const world = await startCollapsing()
  const inThread = (text: string) => ({ text, thread_key: 'pr' })
  await sendEach(world, [
    inThread('opened'),
    inThread('build failed'),
    inThread('build failed'),
    inThread('opened'),
  ])
  expect(await shown(world)).toEqual(['opened\n\n× 2, last at …', 'build failed\n\n× 2, last at …'])
  const alert = (text: string) => ({ text, update_key: 'cpu', channel: 'builds' })
  await sendEach(world, [
    alert('firing'),
    alert('firing'),
    alert('resolved'),
    alert('firing'),
    alert('firing'),
  ])
  expect(await shown(world, 'builds')).toEqual(['firing\n\n× 2, last at …'])
  const outcomes = (await world.outcomes()).slice(4)
  expect(outcomes).toEqual(['posted', 'collapsed', 'updated', 'updated', 'collapsed'])
  const versions = await world.db.post.findMany({
    where: { originalId: { not: '' } },
    orderBy: { id: 'asc' },
  })
  expect(versions.map(({ message }) => message.split('\n')[0])).toEqual(['firing', 'resolved'])
})

test('a closed key ends its counter', async () => {
  const world = await startCollapsing()
  const alert = { text: 'firing', update_key: 'cpu' }
  await sendEach(world, [alert, { ...alert, close: true }, alert, alert])
  expect(await shown(world)).toEqual(['firing', 'firing\n\n× 2, last at …'])
})

test('a post that was edited or deleted counts no more repeats', async () => {
  const world = await startCollapsing()
  const [first] = await sendEach(world, [{ text: 'full' }, { text: 'full' }])
  const headers = { 'content-type': 'application/json' }
  const url = `${world.hookUrl}/posts/${first?.posts[0]?.id}`
  await fetch(url, { method: 'PATCH', headers, body: '{"text":"acknowledged"}' })
  const [second] = await sendEach(world, [{ text: 'full' }, { text: 'full' }])
  expect(await shown(world)).toEqual(['acknowledged', 'full\n\n× 2, last at …'])
  // by the id of a repeat
  const [third] = await sendEach(world, [{ text: 'full' }])
  await fetch(`${world.hookUrl}/deliveries/${third?.delivery}`, { method: 'DELETE' })
  expect(await shown(world)).toEqual(['acknowledged'])
  await sendEach(world, [{ text: 'full' }])
  expect(await shown(world)).toEqual(['acknowledged', 'full'])
  expect(second?.collapsed).toBeUndefined()
})

test('a post that a person edited keeps that text, and the next repeat is a new post', async () => {
  const world = await startCollapsing()
  const alert = (text: string) => ({ text, update_key: 'cpu', channel: 'builds' })
  const full = { text: 'full' }
  const edit = async (channel: string, message: string) => {
    const [post] = await world.posts(channel)
    const html = `<p>${message}</p>`
    await editPost(world.db, {
      id: post?.id ?? '',
      message,
      html,
      htmlVersion: 1,
      copyId: `${message}`.padEnd(26, '0'),
    })
  }
  await sendEach(world, [full, full, alert('ok'), alert('firing'), alert('firing')])
  await edit('town-square', 'on it')
  await edit('builds', 'on that')
  await sendEach(world, [full, full, alert('firing'), alert('firing')])
  expect(await shown(world)).toEqual(['on it', 'full\n\n× 2, last at …'])
  expect(await shown(world, 'builds')).toEqual(['firing\n\n× 2, last at …'])
  expect((await world.outcomes()).slice(-2)).toEqual(['updated', 'collapsed'])
})

test('forgets the oldest contents beyond the limit', async () => {
  const world = await startCollapsing(3600, true)
  await saveSettings(world.db, { MaxKeysPerHook: 2 })
  await world.work()
  const answers = await sendEach(
    world,
    ['a', 'b', 'c', 'c', 'a'].map(text => ({ text })),
  )
  expect(answers.map(({ collapsed }) => collapsed === true)).toEqual([false, false, false, true, false])
  expect(await world.db.deliveryKey.count()).toBe(2)
})

test('a counter never makes a message too long, and notifies nobody', async () => {
  const world = await startCollapsing()
  const whole = `@reader ${'x'.repeat(3992)}`
  const long = `${'y'.repeat(4000)}and more`
  await sendEach(world, [{ text: whole }, { text: long }])
  const counts = () => world.db.channelMember.aggregate({ _sum: { mentionCount: true } })
  const before = await counts()
  await sendEach(world, [{ text: whole }, { text: long }])
  expect(await counts()).toEqual(before)
  const posts = await world.posts()
  expect(posts.map(({ message }) => message.slice(0, 4001).replace(/last.*/, '…'))).toEqual([
    whole,
    'y'.repeat(4000),
    'and more\n\n× 2, …',
  ])
  expect(posts.map(({ props }) => (props.repeats as { count: number } | undefined)?.count)).toEqual([
    2,
    undefined,
    2,
  ])
  expect(posts[0]?.html).toContain('× 2')
})

test('rejects a repeat in an archived channel', async () => {
  const world = await startCollapsing()
  await sendEach(world, [{ text: 'full', channel: 'builds' }])
  await world.db.channel.updateMany({ where: { name: 'builds' }, data: { deleteAt: 1 } })
  await sendEach(world, [{ text: 'full', channel: 'builds' }])
  expect(await world.outcomes()).toEqual(['posted', expect.stringContaining('rejected')])
})

test('repeats that wait together are one write, and each counts once', async () => {
  const world = await startCollapsing(3600, true)
  for (let call = 0; call < 100; call++) await world.send({ text: call % 2 ? 'odd' : 'even' })
  await world.work()
  await world.allWorked()
  expect(await shown(world)).toEqual(['even\n\n× 50, last at …', 'odd\n\n× 50, last at …'])
  const counted = await world.db.deliveryKey.findMany()
  expect(counted.map(({ repeats }) => repeats)).toEqual([50, 50])
})
