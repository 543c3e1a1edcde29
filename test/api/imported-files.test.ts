import { importedId } from '@posthorn/db'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { refusalOf, startFiles } from './start-files.js'

const source = 'old-chat'
const early = Date.UTC(2020, 1, 3)

async function start(more: Parameters<typeof startFiles>[0] = {}) {
  const api = await startFiles(more)
  const { admin } = await api.callers('admin')
  await admin.client.startImport({ body: { source } })
  const send = (bytes: string, about: object = {}, caller = admin) => {
    const query = { source, id: 'f', create_at: early, name: 'a.txt', bytes: bytes.length, ...about }
    const form = new FormData()
    form.append('file', new Blob([bytes]), 'a.txt')
    const url = `${api.base}/admin/imports/files?${new URLSearchParams(query as never)}`
    return fetch(url, { method: 'POST', headers: caller.headers, body: form })
  }
  const sendPost = (more: object) =>
    admin.postJson('/admin/imports/posts', {
      source,
      posts: [{ id: 'p', create_at: early, channel_id: api.channel, user_id: api.ada.id, ...more }],
    })
  const check = async () => {
    const files = [{ id: 'f', create_at: early, post_id: 'p' }]
    return admin.postJson('/admin/imports/files/check', { source, files })
  }
  return { ...api, admin, send, sendPost, check }
}

test('an imported file waits for its post, and then is its author’s, of its time', async () => {
  const { send, sendPost, check, db, ada, channel, teamId } = await start()
  expect(await check()).toEqual({ missing: ['f'], known: [], limit_bytes: 1024 ** 2 })
  const id = importedId({ source, kind: 'file', id: 'f', createAt: early })
  expect(await (await send('hello')).json()).toEqual({ id, is_new: true })
  expect(await (await send('hello')).json()).toEqual({ id, is_new: false })
  expect(await check()).toMatchObject({ missing: [], known: ['f'] })
  expect(await sendPost({ file_ids: ['f', 'lost'] })).toMatchObject({ created: 1, skipped: [] })
  const post = await db.post.findFirstOrThrow({ where: { channelId: channel } })
  expect(post).toMatchObject({ message: '', files: [{ id, name: 'a.txt', size: 5, type: 'text/plain' }] })
  expect(await db.file.findUniqueOrThrow({ where: { id } })).toMatchObject({
    ...{ postId: post.id, userId: ada.id, channelId: channel, teamId, createAt: BigInt(early) },
  })
})

test('posts that were imported before get no files', async () => {
  const { send, sendPost, check, db } = await start()
  await sendPost({ message: 'without' })
  expect(await check()).toMatchObject({ missing: [], known: [] })
  await send('late')
  expect(await sendPost({ message: 'without', file_ids: ['f'] })).toMatchObject({ created: 0, known: 1 })
  expect(await db.file.findFirstOrThrow()).toMatchObject({ postId: '' })
})

test('a post gets only files of its importer that no other post has', async () => {
  const { send, sendPost, db, uploaded } = await start()
  const [{ id: adas }] = await uploaded({ name: 'ada.txt', bytes: 'ada' })
  await send('mine')
  await sendPost({ message: 'first', file_ids: ['f'] })
  await sendPost({ id: 'q', message: 'second', file_ids: ['f', adas] })
  const posts = await db.post.findMany({ orderBy: { message: 'asc' }, where: { createAt: early } })
  expect(posts.map(({ files }) => (files as object[] | null)?.length ?? 0)).toEqual([1, 0])
})

test('the limits of files hold for imports, and refused files leave nothing behind', async () => {
  const { send, db, onDisk, ada } = await start({ limits: { fileLimitBytes: 1024, filesLimitBytes: 1500 } })
  expect(await refusalOf(await send('x'.repeat(1025)))).toBe('413 api.file.upload_file.too_large.app_error')
  expect(await refusalOf(await send('cut', { bytes: 5 }))).toBe(
    '400 api.file.upload_file.multipart.app_error',
  )
  expect(await refusalOf(await send('x', { source: 'never-started' }))).toBe(
    '404 api.import.not_started.app_error',
  )
  expect(await refusalOf(await send('x', {}, ada))).toBe('403 api.context.permissions.app_error')
  expect((await send('x'.repeat(1000))).status).toBe(200)
  expect(await refusalOf(await send('x'.repeat(1000), { id: 'g' }))).toBe(
    '507 api.file.upload_file.no_room.app_error',
  )
  expect([await db.file.count(), (await onDisk()).length]).toEqual([1, 1])
})

test('an imported file without a post is deleted after a day', async () => {
  let nowMs = Date.now()
  const { send, onDisk } = await start({ nowMs: () => nowMs })
  await send('hello')
  nowMs += 25 * 3_600_000
  await eventually(async () => expect(await onDisk()).toEqual([]))
})
