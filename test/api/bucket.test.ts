import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Storage } from '@posthorn/files'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { startS3 } from '../support/s3-server.js'
import { refusalOf, startFiles } from './start-files.js'

const id = 'abcdefghijklmnopqrstuvwx00'
const away = '503 api.file.storage.unavailable.app_error'

const textOf = async (storage: Storage, range?: { start: number; end: number }) => {
  const bytes = await storage.get(id, range)
  return bytes && (await buffer(bytes)).toString()
}

async function listed(storage: Storage, beforeMs = Date.now() + 60_000): Promise<string[]> {
  const all: string[] = []
  for await (const ids of storage.list(beforeMs)) all.push(...ids)
  return all
}

async function startOnS3(more = {}) {
  const s3 = await startS3()
  const storage = await s3.open()
  return { s3, storage, ...(await startFiles({ storage, ...more })) }
}

test('stores, reads, lists and deletes a file in a bucket', async () => {
  const storage = await (await startS3()).open()
  expect(await textOf(storage)).toBeUndefined()
  const { bytes, sha256 } = await storage.put(id, [Buffer.from('01234'), Buffer.from('56789')])
  expect([bytes, sha256]).toEqual([10, createHash('sha256').update('0123456789').digest()])
  expect([await textOf(storage), await textOf(storage, { start: 2, end: 4 })]).toEqual(['0123456789', '234'])
  expect([await storage.has(id), await listed(storage)]).toEqual([true, [id]])
  expect(await listed(storage, Date.now() - 60_000)).toEqual([])
  for (const _ of ['once', 'and again']) await storage.delete(id)
  expect([await storage.has(id), await listed(storage)]).toEqual([false, []])
})

test('stores a file of many parts whole, and nothing of a stream that fails', async () => {
  const storage = await (await startS3()).open()
  const pieces = Array.from({ length: 24 }, (_, index) => Buffer.alloc(512 * 1024 + index, index))
  await storage.put(id, pieces)
  const found = await storage.get(id)
  expect(found && (await buffer(found)).equals(Buffer.concat(pieces))).toBe(true)
  async function* failing() {
    yield* pieces
    throw new Error('cut')
  }
  const other = `${'z'.repeat(24)}00`
  await expect(storage.put(other, failing())).rejects.toThrow('cut')
  expect(await listed(storage)).toEqual([id])
})

test('serves files and thumbnails from a bucket, and deletes them with their post', async () => {
  const { bob, ada, storage, uploaded, post, posts } = await startOnS3()
  const png = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const [info] = await uploaded({ name: 'dot.png', bytes: new Uint8Array(png) })
  expect(info).toMatchObject({ width: 90, height: 60, has_preview_image: true })
  const { id: postId } = (await post([info.id])).json()
  expect((await bob.get(`/files/${info.id}/get`)).rawPayload.equals(png)).toBe(true)
  const part = await bob.get(`/files/${info.id}/get`, { range: 'bytes=1-3' })
  expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
  expect((await bob.get(`/files/${info.id}/get`, { range: 'bytes=9999-' })).statusCode).toBe(416)
  const thumbnail = await bob.get(`/files/${info.id}/get_thumbnail`)
  expect((await sharp(thumbnail.rawPayload).metadata()).width).toBe(90)
  await ada.postJson(`${posts}/${postId}/delete`)
  await eventually(async () => expect(await listed(storage)).toEqual([]))
})

test('the check deletes objects without a row, and counts rows without an object', async () => {
  let nowMs = Date.now()
  const { storage, metrics, uploaded, post } = await startOnS3({ nowMs: () => nowMs })
  const [{ id: kept }, { id: lost }] = await uploaded({ name: 'a', bytes: 'a' }, { name: 'b', bytes: 'b' })
  await post([kept, lost])
  await storage.delete(lost)
  await storage.put(id, [Buffer.from('x')])
  nowMs += 90_000_000
  await eventually(async () => expect(await listed(storage)).toEqual([kept]))
  await eventually(async () =>
    expect(await metrics.text()).toContain('posthorn_file_events_total{event="bytes_missing"} 1'),
  )
})

test('returns 503 while the bucket’s server is away, and works when it is back', async () => {
  const { s3, ada, storage, upload, uploaded, db } = await startOnS3()
  const [{ id: stored }] = await uploaded({ name: 'a', bytes: 'a' })
  await s3.stop()
  expect(await refusalOf(await upload([{ name: 'b', bytes: 'b' }]))).toBe(away)
  const answer = await ada.get(`/files/${stored}/get`)
  expect(`${answer.statusCode} ${answer.json().id}`).toBe(away)
  expect(answer.headers).toMatchObject({ 'retry-after': '10' })
  expect(answer.headers).not.toHaveProperty('etag')
  expect(await storage.trouble?.()).toBe('S3 does not respond: ECONNREFUSED')
  expect(await db.file.count()).toBe(1)
  await s3.start()
  expect((await ada.get(`/files/${stored}/get`)).body).toBe('a')
  expect(await storage.trouble?.()).toBeUndefined()
})

test('says that credentials or the bucket are wrong, without showing them', async () => {
  const s3 = await startS3()
  const credentials = { accessKeyId: 'hidden-key-id', secretAccessKey: 'hidden-secret' }
  const storage = await s3.open({ credentials })
  const { upload } = await startFiles({ storage })
  expect(await refusalOf(await upload([{ name: 'b', bytes: 'b' }]))).toBe(away)
  const error = await storage.put(id, [Buffer.from('x')]).catch(cause => cause)
  expect([error.constructor.name, Object.keys(error)]).toEqual(['StorageAway', []])
  expect(error.message).toBe('S3 failed: InvalidAccessKeyId, status 403')
  expect(await storage.trouble?.()).toBe('S3 does not accept the credentials for the bucket files')
  expect(await (await s3.open({ bucket: 'other' })).trouble?.()).toBe('S3 has no bucket other')
})
