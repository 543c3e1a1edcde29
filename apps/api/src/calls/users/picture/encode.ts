import { fairQueue } from '@posthorn/server'

/** Wide and high, in pixels. */
const side = 256
/** What is larger would take more memory decoded than a picture is worth: 100 MB. */
const maxPixels = 25_000_000
const withinSeconds = 10
const quality = 85

/** Decoders that are let at what people send; libvips has dozens. */
const decoders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map(name => `VipsForeignLoad${name}Buffer`)

/** One at a time, because each may take that much memory. */
const inTurn = fairQueue({ running: 1, waiting: 20 })

export type Encoded = { outcome: 'encoded'; picture: Buffer } | { outcome: 'no_picture' | 'picture_busy' }

/**
 * A picture as it is stored, a WebP, whoever `userId` sent it: decoded and written anew, so that nothing of the file is kept
 * but what it shows. Never throws for a bad file.
 */
export async function encodePicture(file: Buffer, userId: string): Promise<Encoded> {
  const { outcome, ...done } = await inTurn(userId, () => encode(file))
  if (outcome === 'busy') return { outcome: 'picture_busy' }
  const picture = 'result' in done ? done.result : undefined
  return picture ? { outcome: 'encoded', picture } : { outcome: 'no_picture' }
}

/** Undefined where the file is no picture; sharp's own words are about the file's insides. */
async function encode(file: Buffer): Promise<Buffer | undefined> {
  const sharp = await decoding()
  try {
    return await sharp(file, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .autoOrient() // as the camera was held, which is not kept
      .resize(side, side, { fit: 'cover' })
      .webp({ quality })
      .timeout({ seconds: withinSeconds })
      .toBuffer()
  } catch {
    return undefined
  }
}

let loading: Promise<typeof import('sharp').default> | undefined

/** Loaded by the first picture: it holds memory that most processes never need. */
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
