import sharp from 'sharp'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { refusalOf, startFiles } from './start-files.js'

const drawing = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

/** A photo that the camera turned by 90°, with the names of its owner and place. */
const photo = () =>
  drawing(1200, 900)
    .jpeg()
    .withExif({ IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()

const missing = '404 store.sql_file_info.get.app_error'

test('pictures get their upright size and a thumbnail of their pixels alone', async () => {
  const { bob, uploaded, post } = await startFiles()
  const file = await photo()
  expect(file.includes('secret-owner')).toBe(true)
  const [info] = await uploaded({ name: 'photo.jpg', bytes: new Uint8Array(file) })
  const size = { width: 900, height: 1200 }
  expect(info).toMatchObject({ ...size, has_preview_image: true, size: file.length })
  expect((await post([info.id])).json().files).toMatchObject([size])
  for (const name of ['get_thumbnail', 'get_preview']) {
    const { headers, rawPayload } = await bob.get(`/files/${info.id}/${name}`)
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="photo.jpg.webp"',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
    const { format, width, height, exif, orientation, xmp } = await sharp(rawPayload).metadata()
    expect([format, width, height]).toEqual(['webp', 480, 640])
    expect([exif, orientation, xmp]).toEqual([undefined, undefined, undefined])
  }
})

test.each(['png', 'webp', 'gif', 'avif'] as const)('makes a thumbnail of a picture as %s', async format => {
  const { ada, uploaded } = await startFiles()
  const file = await drawing(30, 20).toFormat(format).toBuffer()
  const [{ id, width, height }] = await uploaded({ name: 'x', bytes: new Uint8Array(file) })
  expect([width, height]).toEqual([30, 20])
  const { headers } = await ada.get(`/files/${id}/get_thumbnail`)
  expect(
    (await ada.get(`/files/${id}/get_thumbnail`, { 'if-none-match': `${headers.etag}` })).statusCode,
  ).toBe(304)
})

test('rejects a zip bomb as a PNG, and stores nothing of it', async () => {
  const { upload, onDisk, db } = await startFiles()
  const bomb = await drawing(14_000, 14_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1024 ** 2) // 588 MB decoded
  const answer = await upload([
    { name: 'small.txt', bytes: 'x' },
    { name: 'bomb.png', bytes: new Uint8Array(bomb) },
  ])
  expect(await refusalOf(answer)).toBe('400 api.file.upload_file.large_image.app_error')
  expect(await onDisk()).toEqual([])
  expect(await db.file.count()).toBe(0)
})

test('stores what it cannot decode as a file without a thumbnail', async () => {
  const { ada, uploaded } = await startFiles()
  const cut = (await photo()).subarray(0, 800)
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  const infos = await uploaded(
    { name: 'cut.jpg', bytes: new Uint8Array(cut) },
    { name: 'drawing.png', bytes: svg },
  )
  for (const info of infos) {
    expect(info).toMatchObject({ has_preview_image: false })
    expect(info).not.toHaveProperty('width')
    expect(await ada.statusAndId(`/files/${info.id}/get_thumbnail`)).toBe(missing)
  }
})

test('others cannot see a thumbnail, and it is deleted with its post', async () => {
  const { ada, bob, uploaded, post, posts, onDisk } = await startFiles()
  const [{ id }] = await uploaded({ name: 'x', bytes: new Uint8Array(await photo()) })
  expect(await bob.statusAndId(`/files/${id}/get_thumbnail`)).toBe(missing)
  expect(await onDisk()).toHaveLength(2)
  const created = (await post([id])).json()
  expect((await bob.get(`/files/${id}/get_thumbnail`)).statusCode).toBe(200)
  await ada.postJson(`${posts}/${created.id}/delete`)
  expect(await bob.statusAndId(`/files/${id}/get_thumbnail`)).toBe(missing)
  await eventually(async () => expect(await onDisk()).toEqual([]))
})

test('the check keeps thumbnails of files that have a row, and deletes the others', async () => {
  let nowMs = Date.now()
  const { uploaded, onDisk, db } = await startFiles({ nowMs: () => nowMs })
  const bytes = new Uint8Array(await photo())
  const [kept, lost] = await uploaded({ name: 'a', bytes }, { name: 'b', bytes })
  await db.file.updateMany({ data: { postId: 'p'.repeat(26) } })
  await db.file.delete({ where: { id: lost.id } })
  expect(await onDisk()).toHaveLength(4)
  nowMs += 90_000_000
  await eventually(async () => expect(await onDisk()).toHaveLength(2))
  expect((await onDisk()).every(name => name.startsWith(kept.id.slice(0, 24)))).toBe(true)
})
