import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { fileLimits } from '@posthorn/contract'
import { fairQueue } from '@posthorn/server'

/** What the decoding process found. The size is that of the upright picture, in pixels. */
export type PictureFound =
  | { outcome: 'decoded'; width: number; height: number }
  | { outcome: 'too_many_pixels' }

/** `no_picture`: it cannot be decoded, or not in time. */
export type Measured =
  | { outcome: 'decoded'; width: number; height: number; thumbnail: Buffer }
  | { outcome: 'too_many_pixels' | 'no_picture' }

/** Larger files are not decoded. */
export const maxDecodedBytes = 64 * 1024 ** 2
const withinMs = 20_000
/** Of a thumbnail of noise. */
const maxOutputBytes = 4 * 1024 ** 2

/** One at a time, because each may use 512 MB: 8 bytes per pixel. As many may wait as uploads can bring. */
const inTurn = fairQueue({ running: 1, waiting: 200 })

const script = fileURLToPath(new URL('./decode.js', import.meta.url))

/** Measures a picture and makes its thumbnail in a process of its own. Never throws for a bad picture. */
export async function measurePicture(
  open: () => Promise<Readable | undefined>,
  userId: string,
): Promise<Measured> {
  const turn = await inTurn(userId, async () => {
    const bytes = await open()
    return bytes ? decode(bytes) : undefined
  })
  return (turn.outcome === 'done' && turn.result) || { outcome: 'no_picture' }
}

async function decode(bytes: Readable): Promise<Measured> {
  const child = spawn(process.execPath, [script, String(fileLimits.picturePixels)], {
    env: {},
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'], // its errors describe the file's internals
    timeout: withinMs,
    killSignal: 'SIGKILL',
  })
  const ended = once(child, 'close').catch(() => [])
  const fed = pipeline(bytes, child.stdin).catch(() => {}) // it may end early
  const output = await bounded(child.stdout).catch(() => undefined)
  if (!output) child.kill('SIGKILL')
  const [code] = await ended
  await fed
  return output && code === 0 ? read(output) : { outcome: 'no_picture' }
}

async function bounded(output: Readable): Promise<Buffer> {
  let length = 0
  return buffer(
    output.map((piece: Buffer) => {
      length += piece.length
      if (length > maxOutputBytes) throw new Error('the thumbnail is too large')
      return piece
    }),
  )
}

function read(output: Buffer): Measured {
  const end = output.indexOf('\n')
  const found: PictureFound = JSON.parse(output.toString('utf8', 0, end))
  return found.outcome === 'decoded' ? { ...found, thumbnail: output.subarray(end + 1) } : found
}
