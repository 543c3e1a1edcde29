import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { addPosts, startApi } from './start-api.js'

const asBrowsers = { 'accept-encoding': 'gzip, deflate, br, zstd' }

async function start() {
  const api = await startApi()
  const { id } = await api.channelNamed('builds')
  await addPosts(api.db, id, Array(60).fill('The build of main has passed all of its tests.'))
  const { reader, admin } = await api.callers('reader', 'admin')
  return { ...api, reader, admin, page: `/teams/${api.teamId}/channels/${id}/posts/page/0` }
}

test('compresses answers of 1 KiB and more in the way the client accepts, and nothing for others', async () => {
  const { reader, page } = await start()
  const plain = await reader.get(`${page}/60`)
  const brotli = await reader.get(`${page}/60`, asBrowsers)
  const gzip = await reader.get(`${page}/60`, { 'accept-encoding': 'gzip' })
  const encodings = [plain, brotli, gzip].map(({ headers }) => headers['content-encoding'])
  expect(encodings).toEqual([undefined, 'br', 'gzip'])
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
  for (const { headers, rawPayload } of [brotli, gzip]) {
    expect(rawPayload.length * 10).toBeLessThan(plain.body.length)
    expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'content-length': String(rawPayload.length) })
  }
  expect(plain.headers.vary).toBe('Accept-Encoding')
  const refusing = await reader.get(`${page}/60`, { 'accept-encoding': 'br;q=0, gzip;q=0' })
  expect([refusing.headers['content-encoding'], refusing.body]).toEqual([undefined, plain.body])
  expect((await reader.get(`${page}/1`, asBrowsers)).headers).not.toHaveProperty('content-encoding')
})

test('returns 304 to a client that got the answer compressed', async () => {
  const { reader, page } = await start()
  const { headers } = await reader.get(`${page}/60`, asBrowsers)
  const again = await reader.get(`${page}/60`, { ...asBrowsers, 'if-none-match': String(headers.etag) })
  expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
})

test('never compresses answers with secrets', async () => {
  const { admin } = await start()
  const people = Array.from({ length: 20 }, (_, row) => `person-${row},person-${row}@example.com`)
  const csv = ['username,email', ...people].join('\n')
  const answer = await admin.post('/admin/users/import', { csv }, asBrowsers)
  expect(answer.json().rows ?? answer.json()).toBeDefined()
  expect(answer.body.length).toBeGreaterThan(1024)
  expect(answer.headers).not.toHaveProperty('content-encoding')
})

test('exports keep streaming', async () => {
  const { admin } = await start()
  const { headers } = await admin.get('/admin/audit/export', asBrowsers)
  expect(headers).not.toHaveProperty('content-encoding')
  expect(headers).not.toHaveProperty('content-length')
})
