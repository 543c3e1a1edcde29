import { fairQueue } from '@posthorn/server'

/** Width and height in pixels. */
const side = 256
/** Larger images would need over 100 MB decoded. */
const maxPixels = 25_000_000
const withinSeconds = 10
const quality = 85

/** Only these decoders read uploads; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map(name => `VipsForeignLoad${name}Buffer`)

/** One at a time, because each may use that much memory. */
const inTurn = fairQueue({ running: 1, waiting: 20 })

export type Encoded = { outcome: 'encoded'; picture: Buffer } | { outcome: 'no_picture' | 'picture_busy' }

/**
 * Decodes an uploaded image and encodes it as a WebP, so that only its pixels are stored. Never throws for a bad
 * file.
 */
export async function encodePicture(file: Buffer, userId: string): Promise<Encoded> {
  const { outcome, ...done } = await inTurn(userId, () => encode(file))
  if (outcome === 'busy') return { outcome: 'picture_busy' }
  const picture = 'result' in done ? done.result : undefined
  return picture ? { outcome: 'encoded', picture } : { outcome: 'no_picture' }
}

/** Returns undefined if the file is not an image; sharp's messages describe the file's internals. */
async function encode(file: Buffer): Promise<Buffer | undefined> {
  const sharp = await decoding()
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient() // apply the camera's orientation, which is not stored
      .resize(side, side, { fit: 'cover' })
      .webp({ quality })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch {
    return undefined
  }
}

let loading: Promise<typeof import('sharp').default> | undefined

/** Loaded with the first picture, because it uses memory that most processes never need. */
function decoding() {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: decoders })
    return sharp
  })
  return loading
}
