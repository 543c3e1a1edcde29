import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startApi } from './start-api.js'

const drawing = (width: number, height: number, background = '#336699') =>
  sharp({ create: { width, height, channels: 3, background } })

async function start() {
  const api = await startApi()
  const callers = await api.callers('admin', 'ada.lovelace', 'bob')
  const { 'ada.lovelace': ada, ...others } = callers
  const path = `/users/${ada.id}/image`
  const upload = (file: Buffer | string, caller = ada) =>
    caller.statusAndId(path, { image: typeof file === 'string' ? file : file.toString('base64') })
  return { ...api, ...others, ada, path, upload }
}

test('draws a picture for users without one, and shows an uploaded one until it is reset', async () => {
  const { ada, bob, path, upload } = await start()
  const drawn = await bob.get(path)
  expect(drawn.headers['content-type']).toBe('image/svg+xml')
  expect(drawn.headers['content-security-policy']).toContain("default-src 'none'")
  expect(drawn.body).toContain('>AL</text>')
  expect(await upload(await drawing(900, 300).png().toBuffer())).toBe('200')
  const stored = await bob.get(path)
  expect(stored.headers['content-type']).toBe('image/webp')
  expect(await sharp(stored.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 })
  expect(await ada.statusAndId(`${path}/reset`, {})).toBe('200')
  expect((await bob.get(path)).body).toBe(drawn.body)
})

test('sends a picture again only if its tag changed', async () => {
  const { bob, path, upload } = await start()
  const tagOf = async () => String((await bob.get(path)).headers.etag)
  const drawn = await tagOf()
  expect((await bob.get(path, { 'if-none-match': drawn })).statusCode).toBe(304)
  await upload(await drawing(10, 10).webp().toBuffer())
  const stored = await tagOf()
  expect((await bob.get(path, { 'if-none-match': drawn })).statusCode).toBe(200)
  expect((await bob.get(path, { 'if-none-match': stored })).statusCode).toBe(304)
})

test('stores only a picture’s pixels, upright', async () => {
  const { bob, path, upload } = await start()
  const exif = { IFD0: { Copyright: 'secret-owner' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const file = await drawing(512, 512, '#0000ff')
    .composite([{ input: await drawing(256, 512, '#ff0000').png().toBuffer(), left: 0, top: 0 }])
    .jpeg()
    .withExif(exif)
    .withMetadata({ orientation: 3 })
    .toBuffer()
  expect(file.includes('secret-owner')).toBe(true)
  expect(await upload(file)).toBe('200')
  const stored = await bob.get(path)
  const { exif: storedExif, orientation, xmp } = await sharp(stored.rawPayload).metadata()
  expect([storedExif, orientation, xmp]).toEqual([undefined, undefined, undefined])
  const [red = 0, , blue = 0] = await sharp(stored.rawPayload)
    .extract({ left: 20, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer()
  expect(blue).toBeGreaterThan(red) // the right side is now on the left
})

test('rejects invalid and oversized pictures without a trace', async () => {
  const { db, upload } = await start()
  const refused = '400 api.user.upload_profile_user.encode.app_error'
  const bomb = await drawing(12_000, 12_000).png({ compressionLevel: 9 }).toBuffer()
  expect(bomb.length).toBeLessThan(2 * 1024 * 1024)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>')
  const cut = (await drawing(300, 300).png().toBuffer()).subarray(0, 200)
  for (const file of [bomb, svg, cut, Buffer.from('%PDF-1.4'), Buffer.alloc(2 * 1024 * 1024 + 1), '***'])
    expect(await upload(file)).toBe(refused)
  expect(await upload(Buffer.alloc(3 * 1024 * 1024))).toBe('413 api.context.too_large.app_error')
  expect(await db.userPicture.count()).toBe(0)
})

test('only the user and system administrators can change a picture', async () => {
  const { admin, bob, upload } = await start()
  const file = await drawing(20, 20).gif().toBuffer()
  expect(await upload(file, bob)).toBe('403 api.context.permissions.app_error')
  expect(await upload(file, admin)).toBe('200')
})
