import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { curl } from '../clients/curl.js'
import { addHook } from '../support/add-hook.js'
import { eventually } from '../support/eventually.js'
import { openRawSocket, requestText } from '../support/raw-socket.js'
import { calling } from '../support/slack.js'
import { startWithFiles } from '../support/slack-files.js'

const mebibyte = 1024 * 1024

async function start(limits: Parameters<typeof startWithFiles>[0] = {}) {
  const world = await startWithFiles(limits)
  const ask = async (bytes: number, filename = 'a.txt', call = world.call) => {
    const { upload_url = '', file_id = '' } = await call('files.getUploadURLExternal', {
      filename,
      length: bytes,
    })
    return { url: String(upload_url), id: String(file_id) }
  }
  const put = (url: string, body: BodyInit) => fetch(url, { method: 'POST', body })
  const complete = (ids: string[], more = {}, call = world.call) =>
    call('files.completeUploadExternal', { files: ids.map(id => ({ id })), channel_id: 'builds', ...more })
  /** Uploads a text, and returns the file's id. */
  const uploaded = async (text: string, call = world.call) => {
    const { url, id } = await ask(text.length, 'a.txt', call)
    expect((await put(url, text)).status).toBe(200)
    return id
  }
  const onDisk = async () => {
    const found = await readdir(world.files.folder, { recursive: true, withFileTypes: true })
    return found.filter(entry => entry.isFile()).map(({ name }) => name)
  }
  return { ...world, ask, put, complete, uploaded, onDisk }
}

const refusalOf = async (answer: Response) => `${answer.status} ${(await answer.json()).id}`

test('an upload that is repeated changes nothing, and a file is posted once', async () => {
  const { ask, put, complete, db, messages } = await start()
  const { url, id } = await ask(5)
  const answers = await Promise.all([put(url, 'hello'), put(url, 'hello')])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await (await put(url, 'other')).text()).toBe('OK - 5')
  expect(await db.file.count()).toBe(1)
  expect(await complete([id], { initial_comment: 'once' })).toMatchObject({ ok: true, files: [{ id }] })
  expect(await complete([id], { initial_comment: 'twice' })).toMatchObject({ error: 'file_not_found' })
  expect(await messages('builds')).toEqual(['once'])
})

test('an edit with files alone is rejected, and the post keeps its text', async () => {
  const { hookUrl, uploaded, complete, db, messages } = await start()
  await db.hook.updateMany({ data: { confirm: true } })
  await complete([await uploaded('a')], { initial_comment: 'first' })
  const { id } = await db.post.findFirstOrThrow({ where: { message: 'first' } })
  const body = JSON.stringify({ file_ids: [await uploaded('b')] })
  const edit = await fetch(`${hookUrl}/posts/${id}`, { method: 'PATCH', body })
  expect(await refusalOf(edit)).toBe('400 web.incoming_webhook.text.app_error')
  expect(await messages('builds')).toEqual(['first'])
})

test("nobody posts another sender's file, or one that was not uploaded", async () => {
  const { url, token, ask, uploaded, complete, messages, db } = await start()
  const byUser = calling({ url }, token)
  const [ofHook, ofUser] = [await uploaded('a'), await uploaded('b', byUser)]
  for (const [ids, call] of [
    [[ofHook], byUser],
    [[ofUser], undefined],
    [[(await ask(1)).id], undefined],
  ] as const)
    expect(await complete([...ids], {}, call)).toMatchObject({ error: 'file_not_found' })
  expect(await messages('builds')).toEqual([])
  expect(await db.file.count({ where: { postId: '' } })).toBe(2)
  expect(await complete([ofHook])).toMatchObject({ ok: true })
})

test('a name is stored without folders and marks that turn the direction of text', async () => {
  const { ask, put, complete, posts } = await start()
  const { url, id } = await ask(1, '../../etc/\u202egnp.exe')
  await put(url, 'x')
  await complete([id])
  expect((await posts('builds'))[0]?.files).toMatchObject([{ id, name: 'gnp.exe' }])
})

test('an upload has the length that its URL was made for', async () => {
  const { ask, put, onDisk } = await start({ fileLimitBytes: 1000 })
  const { url } = await ask(5)
  for (const text of ['four', 'longer']) expect(await refusalOf(await put(url, text))).toMatch(/^400 /)
  expect(await refusalOf(await put((await ask(2000)).url, 'x'.repeat(2000)))).toMatch(/^413 /)
  expect(await refusalOf(await put(`${url.slice(0, -5)}aaaaa`, 'hello'))).toMatch(/^404 .*no_such_upload/)
  expect(await onDisk()).toEqual([])
  expect((await put(url, 'hello')).status).toBe(200)
})

test('bounds the bytes of an owner in a day, with all hooks', async () => {
  const { ask, put, db } = await start({ filesLimitBytes: 4 * 1024 ** 3 })
  const hook = await db.hook.findFirstOrThrow()
  const facts = {
    id: 'z'.repeat(26),
    name: 'x',
    type: 'x/x',
    sha256: new Uint8Array(32),
    createAt: Date.now(),
  }
  const row = { ...facts, userId: hook.userId, teamId: hook.teamId, channelId: '', size: 2 * 1024 ** 3 - 7 }
  await db.file.create({ data: { ...row, hookId: 'another hook' } })
  expect((await put((await ask(5)).url, 'hello')).status).toBe(200)
  expect(await refusalOf(await put((await ask(5)).url, 'hello'))).toMatch(/^429 .*day_limit/)
})

const ask = (call: ReturnType<typeof calling>, filename = 'a.txt') =>
  call('files.getUploadURLExternal', { filename, length: 1 })

test('bounds the upload URLs that a hook, and all hooks of an owner, get in an hour', async () => {
  const { call, url, token, redis, prefix, db } = await start()
  const { id, userId } = await db.hook.findFirstOrThrow()
  const another = calling({ url }, await addHook(db))
  const use = (name: string, key: string, count: number) =>
    redis.set(`${prefix}:limit:${name}:3600:${key}`, count, 'EX', 3600)
  await use('tickets', id, 4999)
  expect(await ask(call)).toMatchObject({ ok: true })
  expect(await ask(call)).toMatchObject({ ok: false, error: 'ratelimited' })
  await use('tickets-owner', userId, 9999)
  expect(await ask(another)).toMatchObject({ ok: true })
  expect(await ask(another)).toMatchObject({ ok: false, error: 'ratelimited' })
  const byUser = calling({ url }, token)
  expect(await ask(byUser)).toMatchObject({ ok: true })
  await use('ticket-bytes', 'all', 128 * mebibyte)
  expect(await ask(byUser)).toMatchObject({ ok: false, error: 'service_unavailable' })
})

test('an upload URL takes less than a kilobyte of Redis, whatever the name of its file', async () => {
  const { call, redis, prefix } = await start()
  for (const filename of ['\x01'.repeat(1000), '\u202e"\\'.repeat(300), '😀'.repeat(500)])
    expect(await ask(call, filename)).toMatchObject({ ok: true })
  const keys = await redis.keys(`${prefix}:upload:*`)
  expect(keys).toHaveLength(3)
  for (const key of keys) expect(await redis.memory('USAGE', key)).toBeLessThan(1024)
})

test('an upload of 50 MB that is cut in the middle leaves nothing, and can be repeated', async () => {
  const length = 50 * mebibyte
  const { ask, put, port, onDisk } = await start({ fileLimitBytes: length, filesLimitBytes: 4 * length })
  const { url } = await ask(length)
  const socket = await openRawSocket(port)
  socket.write(requestText(`POST ${new URL(url).pathname}`, { 'Content-Length': String(length) }))
  socket.write(Buffer.alloc(length / 2))
  await eventually(async () => expect(await onDisk()).toHaveLength(1))
  socket.destroy()
  await eventually(async () => expect(await onDisk()).toEqual([]))
  await eventually(async () => expect((await put(url, Buffer.alloc(length))).status).toBe(200))
})

test('a caller that waits for 100 Continue is invited to upload a file larger than other bodies may be', async () => {
  const length = 5 * mebibyte
  const { ask, onDisk } = await start({ fileLimitBytes: length })
  const { url, id } = await ask(length)
  const folder = await mkdtemp(join(tmpdir(), 'posthorn-upload-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'large.bin'), Buffer.alloc(length))
  const expecting = ['-X', 'POST', '-H', 'Expect: 100-continue']
  const printed = await curl(...expecting, '-T', join(folder, 'large.bin'), url)
  expect(printed).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/)
  expect(await onDisk()).toEqual([id])
})

test('a file that the hook may not post there stays, and is deleted after a day', async () => {
  const { uploaded, complete, db, onDisk } = await start()
  const id = await uploaded('x')
  expect(await complete([id], { channel_id: 'nowhere' })).toMatchObject({ error: 'channel_not_found' })
  expect(await complete([id], { files: 'none' })).toMatchObject({ error: 'invalid_arguments' })
  expect(await complete([id, 'x'], { initial_comment: 'see' })).toMatchObject({ error: 'file_not_found' })
  expect(await onDisk()).toEqual([id])
  await db.file.updateMany({ data: { createAt: Date.now() - 86_400_001 } })
  await eventually(async () => expect(await onDisk()).toEqual([]))
})
