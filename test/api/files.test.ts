import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { fileOptions } from '../support/file-options.js'
import { openRawSocket, requestText } from '../support/raw-socket.js'
import { addChannel } from './start-api.js'
import { refusalOf, startFiles } from './start-files.js'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const prefix = 'api.file.upload_file'

test('uploads files, posts them, and lists them in the post', async () => {
  const { ada, bob, uploaded, post, posts } = await startFiles()
  const infos = await uploaded({ name: 'dot.txt', bytes: png }, { name: 'note.md', bytes: 'Grüße' })
  expect(infos).toMatchObject([
    { name: 'dot.txt', extension: 'txt', size: png.length, mime_type: 'image/png', user_id: ada.id },
    { name: 'note.md', extension: 'md', size: 7, mime_type: 'text/plain', post_id: '' },
  ])
  const ids = infos.map(({ id }: { id: string }) => id)
  const created = (await post(ids)).json()
  expect(created).toMatchObject({ file_ids: ids, filenames: ['dot.txt', 'note.md'], message: 'see' })
  const page = (await bob.get(`${posts}/page/0/10`)).json()
  expect(page.posts[created.id].files).toEqual(created.files)
  const listed = await bob.getJson(`${posts}/${created.id}/get_file_infos`)
  expect(listed).toMatchObject(ids.map((id: string) => ({ id, post_id: created.id })))
})

test('the same upload twice makes two files, each for a post of its own', async () => {
  const { uploaded, post, db, onDisk } = await startFiles()
  const part = { name: 'dot.txt', bytes: 'the same' }
  const [[one], [other]] = [await uploaded(part), await uploaded(part)]
  expect(new Set([one.id, other.id, ...(await onDisk())]).size).toBe(2)
  for (const { id } of [one, other]) expect((await post([id])).statusCode).toBe(200)
  expect((await post([one.id])).statusCode).toBe(400)
  expect(new Set((await db.file.findMany()).map(({ postId }) => postId)).size).toBe(2)
})

test('serves a file to its uploader, and once it has a post, to members of the channel', async () => {
  const { bob, callers, uploaded, post, db } = await startFiles()
  const missing = '404 store.sql_file_info.get.app_error'
  const [{ id }] = await uploaded({ name: 'dot.txt', bytes: png })
  expect(await bob.statusAndId(`/files/${id}/get`)).toBe(missing)
  await post([id])
  const file = await bob.get(`/files/${id}/get`)
  expect(file.rawPayload.equals(png)).toBe(true)
  expect(file.headers).toMatchObject({
    'content-type': 'image/png',
    'content-disposition': 'inline; filename="dot.txt"',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  })
  const { stranger } = await callers('stranger')
  expect(await stranger.statusAndId(`/files/${id}/get`)).toBe(missing)
  await db.channelMember.deleteMany({ where: { userId: bob.id } })
  expect(await bob.statusAndId(`/files/${id}/get`)).toBe(missing)
})

test('serves ranges, and a file again only if the client lacks it', async () => {
  const { ada, uploaded } = await startFiles()
  const [{ id }] = await uploaded({ name: 'ten', bytes: '0123456789' })
  const ask = (headers: Record<string, string>) => ada.get(`/files/${id}/get`, headers)
  const { headers } = await ask({})
  expect(headers.etag).toBe(`"${createHash('sha256').update('0123456789').digest('hex')}"`)
  expect((await ask({ 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  const seen = async (range: string, more = {}) => {
    const { statusCode, body, headers } = await ask({ range, ...more })
    return [statusCode, body, headers['content-range']]
  }
  expect(await seen('bytes=2-4')).toEqual([206, '234', 'bytes 2-4/10'])
  expect(await seen('bytes=-3')).toEqual([206, '789', 'bytes 7-9/10'])
  expect(await seen('bytes=8-99')).toEqual([206, '89', 'bytes 8-9/10'])
  expect(await seen('bytes=10-')).toEqual([416, '', 'bytes */10'])
  expect(await seen('bytes=0-1,4-5')).toEqual([200, '0123456789', undefined])
  expect(await seen('bytes=2-4', { 'if-range': '"other"' })).toEqual([200, '0123456789', undefined])
})

test('never serves a page or a drawing inline, and cleans names', async () => {
  const { ada, uploaded } = await startFiles()
  const svg = '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const [drawing, page] = await uploaded(
    { name: '../../etc/\u202egnp.svg', bytes: svg },
    { name: 'a"\r\nb.html', bytes: '<!doctype html><script>alert(1)</script>' },
  )
  expect(drawing.name).toBe('gnp.svg')
  const served = await ada.get(`/files/${drawing.id}/get`)
  expect(served.headers['content-disposition']).toMatch(/^attachment;/)
  expect((await ada.get(`/files/${page.id}/get`)).headers['content-type']).toBe('text/plain; charset=utf-8')
  expect((await ada.get(`/files/${page.id}/get?download=true`)).headers['content-disposition']).toMatch(
    /^attachment;/,
  )
})

test('refuses files of others, of other channels and of other posts in a post', async () => {
  const { bob, db, teamId, ada, uploaded, upload, post } = await startFiles()
  const foreign = '400 api.post.create_post.file_ids.app_error'
  const refused = async (ids: string[], caller = ada) => {
    const answer = await post(ids, caller)
    return `${answer.statusCode} ${answer.json().id}`
  }
  const [{ id }] = await uploaded({ name: 'a', bytes: 'a' })
  expect(await refused([id], bob)).toBe(foreign)
  const { id: other } = await addChannel(db, teamId, 'elsewhere', 'P')
  await db.channelMember.create({ data: { channelId: other, userId: ada.id } })
  const elsewhere = (await (await upload([{ name: 'b', bytes: 'b' }], { to: other })).json()).file_infos[0].id
  expect(await refused([id, elsewhere])).toBe(foreign)
  const answers = await Promise.all([post([id]), post([id, id]), post([id])])
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400, 400])
  expect(await db.post.count({ where: { message: 'see' } })).toBe(1)
  expect(await refused(['a'.repeat(26)])).toBe(foreign)
})

test('rejects what is too large or too much, and stores nothing of it', async () => {
  const limits = { fileLimitBytes: 100_000, filesLimitBytes: 250_000 }
  const { upload, onDisk, db } = await startFiles({ limits })
  const small = { name: 'small', bytes: 'x' }
  const half = { name: 'half', bytes: Buffer.alloc(90_000) }
  const large = { name: 'large', bytes: Buffer.alloc(100_001) }
  expect(await refusalOf(await upload([small, large]))).toBe(`413 ${prefix}.too_large.app_error`)
  expect(await refusalOf(await upload([half, half, half]))).toBe(`507 ${prefix}.no_room.app_error`)
  expect(await refusalOf(await upload(Array(11).fill(small)))).toBe(`413 ${prefix}.too_many_files.app_error`)
  expect(await onDisk()).toEqual([])
  expect(await db.file.count()).toBe(0)
  expect((await upload([half, half])).status).toBe(200)
})

test('rejects malformed uploads, and those to unknown channels, and stores nothing of them', async () => {
  const { ada, base, teamId, upload, onDisk } = await startFiles()
  expect(await refusalOf(await upload([]))).toBe(`400 ${prefix}.multipart.app_error`)
  const unknown = await upload([{ name: 'a', bytes: 'a' }], { to: 'a'.repeat(26) })
  expect(await refusalOf(unknown)).toBe('404 store.sql_channel.get.existing.app_error')
  const headers = { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' }
  const cut = '--x\r\ncontent-disposition: form-data; name="f"; filename="f"\r\n\r\nabc'
  for (const body of [cut, 'abc', '--x']) {
    const answer = await fetch(`${base}/teams/${teamId}/files/upload`, { method: 'POST', headers, body })
    expect(await refusalOf(answer)).toBe(`400 ${prefix}.multipart.app_error`)
  }
  expect(await onDisk()).toEqual([])
})

test('limits the bytes of a user in a day with 429', async () => {
  const { ada, db, channel, teamId, upload } = await startFiles({
    limits: { filesLimitBytes: 4 * 1024 ** 3 },
  })
  const facts = {
    id: 'z'.repeat(26),
    name: 'x',
    type: 'x/x',
    size: 2 * 1024 ** 3 - 5,
    sha256: new Uint8Array(32),
  }
  const row = { ...facts, teamId, channelId: channel, userId: ada.id, createAt: Date.now() - 80_000_000 }
  await db.file.create({ data: row })
  expect(await refusalOf(await upload([{ name: 'a', bytes: '12345678' }]))).toBe(
    `429 ${prefix}.day_limit.app_error`,
  )
})

test('an upload that is cut in the middle leaves nothing', async () => {
  const { ada, port, teamId, onDisk, uploaded } = await startFiles({
    limits: { fileLimitBytes: 50 * 1024 ** 2, filesLimitBytes: 200 * 1024 ** 2 },
  })
  const socket = await openRawSocket(port)
  const length = 50 * 1024 ** 2
  const headers = {
    ...ada.headers,
    'Content-Type': 'multipart/form-data; boundary=x',
    'Content-Length': String(length),
  }
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="big"\r\n\r\n'
  socket.write(requestText(`POST /api/v3/teams/${teamId}/files/upload`, headers, head))
  socket.write(Buffer.alloc(length / 2))
  await eventually(async () => expect(await onDisk()).toHaveLength(1))
  socket.destroy()
  await eventually(async () => expect(await onDisk()).toEqual([]))
  expect(await uploaded({ name: 'a', bytes: 'a' })).toHaveLength(1)
})

test('deletes the files of deleted posts, and files without a post for a day, with their bytes', async () => {
  const { ada, uploaded, post, posts, onDisk, db } = await startFiles()
  const [{ id: posted }, { id: unposted }] = await uploaded(
    { name: 'a', bytes: 'a' },
    { name: 'b', bytes: 'b' },
  )
  const { id } = (await post([posted])).json()
  await ada.postJson(`${posts}/${id}/delete`)
  expect(await ada.statusAndId(`/files/${posted}/get`)).toBe('404 store.sql_file_info.get.app_error')
  await eventually(async () => expect(await onDisk()).toEqual([unposted]))
  await db.file.update({ where: { id: unposted }, data: { createAt: Date.now() - 86_400_001 } })
  await eventually(async () => expect(await onDisk()).toEqual([]))
  await eventually(async () => expect(await db.file.count()).toBe(0)) // rows go after their bytes
})

test('a public link works without a login until the file is deleted, for this file only', async () => {
  const { ada, app, uploaded, db } = await startFiles()
  const [{ id }] = await uploaded({ name: 'a.txt', bytes: 'open' })
  const { pathname, search } = new URL((await ada.get(`/files/${id}/get_public_link`)).json())
  const link = pathname + search
  expect((await app.inject(link)).body).toBe('open')
  expect((await app.inject(link.replace(id, 'b'.repeat(26)))).statusCode).toBe(404)
  expect((await app.inject(link.replace('token=', 'token=x'))).statusCode).toBe(404)
  await db.file.update({ where: { id }, data: { deleteAt: 1 } })
  expect((await app.inject(link)).statusCode).toBe(404)
})

test('the check deletes bytes without a row, and finds rows without bytes', async () => {
  let nowMs = Date.now()
  const { files, metrics, uploaded, post, onDisk, db } = await startFiles({ nowMs: () => nowMs })
  const [{ id: kept }, { id: lost }] = await uploaded({ name: 'a', bytes: 'a' }, { name: 'b', bytes: 'b' })
  await post([kept, lost])
  const [{ id: claimed }] = await uploaded({ name: 'c', bytes: 'c' })
  await db.file.update({ where: { id: claimed }, data: { postId: 'p'.repeat(26) } }) // which was never written
  await files.storage.delete(lost)
  const orphan = 'o'.repeat(26)
  await files.storage.put(orphan, Readable.from([Buffer.from('x')]))
  expect((await onDisk()).toSorted()).toEqual([kept, orphan, claimed].toSorted())
  nowMs += 90_000_000
  await eventually(async () => expect(await onDisk()).toEqual([kept]))
  await eventually(async () =>
    expect(await metrics.text()).toContain('posthorn_file_events_total{event="bytes_missing"} 1'),
  )
})

test.skipIf(process.platform !== 'linux')('a full disk rejects an upload and leaves nothing', async () => {
  const { folder } = await fileOptions()
  const script = `
    import { openFolder } from '${filesPackage}'
    process.on('SIGXFSZ', () => {})
    const storage = await openFolder('${folder}')
    const big = (async function* () { for (let at = 0; at < 64; at++) yield Buffer.alloc(65536) })()
    await storage.put('${'f'.repeat(26)}', big).catch(error => console.log(error.constructor.name))`
  const { stdout } = await run('bash', ['-c', 'ulimit -f 1024; exec node --input-type=module -', '-'], script)
  expect(stdout).toBe('FullStore\n')
  expect(await readdir(join(folder, 'incoming'))).toEqual([])
})

const filesPackage = import.meta.resolve('@posthorn/files')

async function run(command: string, parameters: string[], input: string) {
  const child = spawn(command, parameters, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(input)
  const pieces = await child.stdout.toArray()
  return { stdout: Buffer.concat(pieces).toString() }
}
