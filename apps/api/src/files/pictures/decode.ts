// Started by measure.ts for one picture, with its bytes as the input and without any variables of the environment. A decoder
// that crashes, hangs or is taken over ends with this process. Writes one line of JSON and the thumbnail.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import type { PictureFound } from './measure.js'

/** Only these decoders read uploads; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map(name => `VipsForeignLoad${name}Buffer`)
/** The thumbnail fits in a square of so many pixels. */
const side = 640
const quality = 80

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: decoders })

const [mostPixels = '0'] = process.argv.slice(2)
const file = await buffer(process.stdin)
const say = (found: PictureFound) => process.stdout.write(`${JSON.stringify(found)}\n`)

const { autoOrient: size } = await sharp(file, { limitInputPixels: false }).metadata()
if (size.width * size.height > Number(mostPixels)) say({ outcome: 'too_many_pixels' })
else {
  const thumbnail = await sharp(file, { limitInputPixels: Number(mostPixels), failOn: 'error', pages: 1 })
    .autoOrient() // apply the camera's orientation, which is not stored
    .resize(side, side, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
  say({ outcome: 'decoded', ...size })
  process.stdout.write(thumbnail)
}
