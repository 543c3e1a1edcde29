import { readdirSync, readFileSync } from 'node:fs'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { addHook } from '../support/add-hook.js'
import { eventually } from '../support/eventually.js'
import { calling } from '../support/slack.js'
import { startWithFiles } from '../support/slack-files.js'
import { filesIn, startFiles } from './start-files.js'

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

test('stores a picture with too many pixels as a file without a thumbnail', async () => {
  const { uploaded, onDisk } = await startFiles()
  const bomb = await drawing(14_000, 14_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(1024 ** 2) // 588 MB decoded
  const avif = await drawing(3400, 3400).avif({ effort: 0 }).toBuffer()
  const pictures = [bomb, avif, emptyGif(8000, 8000)]
  const infos = await uploaded(...pictures.map(bytes => ({ name: 'x', bytes: new Uint8Array(bytes) })))
  expect(infos.map((info: { size: number }) => info.size)).toEqual(pictures.map(({ length }) => length))
  for (const info of infos) expect(info).toMatchObject({ has_preview_image: false })
  expect(await onDisk()).toHaveLength(pictures.length)
})

test('makes a thumbnail of a photo with 50 megapixels, as phones take it', async () => {
  const { uploaded } = await startFiles()
  const file = await drawing(8160, 6120).jpeg({ quality: 1 }).toBuffer()
  expect(await uploaded({ name: 'photo.jpg', bytes: new Uint8Array(file) })).toMatchObject([
    { width: 8160, height: 6120, has_preview_image: true },
  ])
})

test("the pictures of an owner's hooks do not delay the thumbnail of somebody else", async () => {
  const { url, db, files, token } = await startWithFiles()
  const hooks = await Promise.all([1, 2].map(() => addHook(db)))
  const upload = async (asked: ReturnType<typeof calling>, bytes: Buffer) => {
    const { upload_url } = await asked('files.getUploadURLExternal', { filename: 'x', length: bytes.length })
    return fetch(String(upload_url), { method: 'POST', body: new Uint8Array(bytes) })
  }
  let ended = 0
  const slow = hooks.map(async key => {
    expect((await upload(calling({ url }, key), emptyGif(5600, 5600))).status).toBe(200)
    ended++
  })
  await eventually(async () => expect((await filesIn(files.folder)).length).toBeGreaterThan(1))
  const small = await drawing(30, 20).png().toBuffer()
  expect((await upload(calling({ url }, token), small)).status).toBe(200)
  expect(ended).toBeLessThan(hooks.length)
  await Promise.all(slow)
})

test('ends a decoder that does not finish within its deadline, and stores the file without a thumbnail', async () => {
  const { uploaded } = await startFiles()
  const large = await drawing(5000, 5000).png().toBuffer()
  const upload = uploaded({ name: 'slow.png', bytes: new Uint8Array(large) })
  await eventually(() => expect(decoders()).toHaveLength(1))
  for (const decoder of decoders()) process.kill(decoder, 'SIGSTOP')
  expect(await upload).toMatchObject([{ size: large.length, has_preview_image: false }])
  expect(decoders()).toEqual([])
})

/** The ids of this process's decoders. */
const decoders = (): number[] =>
  readdirSync(`/proc/${process.pid}/task`)
    .flatMap(task => readFileSync(`/proc/${process.pid}/task/${task}/children`, 'utf8').split(' '))
    .filter(id => id !== '' && readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('pictures/decode.js'))
    .map(Number)

/** A picture of 35 bytes that has to be decoded as the size that it claims. */
function emptyGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const colours = Buffer.from('800000000000ffffff', 'hex')
  const [frame, pixels] = [Buffer.from('2c00000000', 'hex'), Buffer.from('0002024401003b', 'hex')]
  return Buffer.concat([Buffer.from('GIF89a'), size, colours, frame, size, pixels])
}

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
