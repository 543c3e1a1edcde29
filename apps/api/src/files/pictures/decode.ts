// Started by shrink.ts for one picture, with its bytes as the input and without any variables of the environment. A decoder that
// crashes, hangs or is taken over ends with this process. Writes one line of JSON and the shrunk picture, or fails.
import { buffer } from 'node:stream/consumers'
import sharp, { type Metadata } from 'sharp'
import type { PictureShape, PictureSize } from './shrink.js'

/** Only these decoders read uploads; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`)

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })

/** What a pixel costs. libheif needs 23 bytes for each, a JPEG without progressive scans 2, and the others up to 8. */
function weightOf({ format, isProgressive }: Metadata): number {
  if (format === 'heif') return 3
  return format === 'jpeg' && !isProgressive ? 0.5 : 1
}

const [mostPixels, side, fit] = process.argv.slice(2)
const file = await buffer(process.stdin)

const metadata = await sharp(file, { limitInputPixels: false }).metadata()
const limitInputPixels = Math.floor(Number(mostPixels) / weightOf(metadata))
const shrunk = await sharp(file, { limitInputPixels, failOn: 'error', pages: 1 }) // throws beyond the limit
  .autoOrient() // apply the camera's orientation, which is not stored
  .resize(Number(side), Number(side), {
    fit: fit as PictureShape['fit'],
    withoutEnlargement: fit === 'inside',
  })
  .webp({ quality: 80 })
  .toBuffer()
const { width, height }: PictureSize = metadata.autoOrient
process.stdout.write(`${JSON.stringify({ width, height })}\n`)
process.stdout.write(shrunk)
