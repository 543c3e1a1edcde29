import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { fileLimits } from '@posthorn/contract'
import { fairQueue } from '@posthorn/server'

/** The size of the upright picture, in pixels. */
export type PictureSize = { width: number; height: number }

/** What a picture is made into: a WebP that fits in a square of `side` pixels, or covers it. */
export type PictureShape = { side: number; fit: 'inside' | 'cover' }

/** `no_picture`: it cannot be decoded in time, or has too many pixels. `busy`: it was not its turn in time. */
export type Shrunk = ({ outcome: 'shrunk'; webp: Buffer } & PictureSize) | { outcome: 'no_picture' | 'busy' }

const withinMs = 10_000
/** Of a WebP of noise. */
const maxOutputBytes = 4 * 1024 ** 2

/** Two at a time, of different owners, because each may use 400 MB. As many may wait as uploads bring. */
const inTurn = fairQueue({
  running: 2,
  runningPerCaller: 1,
  waiting: 100,
  waitingPerCaller: 20,
  maxWaitMs: 20_000,
})

const script = fileURLToPath(new URL('./decode.js', import.meta.url))

/**
 * Measures a picture and makes it small, in a process of its own. Owners take turns and pay with the time that their
 * pictures take. Never throws for a bad picture.
 * @param open returns its bytes, if they are still there
 */
export async function shrinkPicture(
  open: () => Promise<Readable | undefined>,
  ownerId: string,
  shape: PictureShape,
): Promise<Shrunk> {
  const turn = await inTurn(ownerId, async () => {
    const bytes = await open()
    return bytes && decode(bytes, shape)
  })
  return turn.outcome === 'busy' ? turn : (turn.result ?? { outcome: 'no_picture' })
}

async function decode(bytes: Readable, { side, fit }: PictureShape): Promise<Shrunk> {
  const child = spawn(process.execPath, [script, String(fileLimits.picturePixels), String(side), fit], {
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
      if (length > maxOutputBytes) throw new Error('the picture is too large')
      return piece
    }),
  )
}

function read(output: Buffer): Shrunk {
  const end = output.indexOf('\n')
  const size: PictureSize = JSON.parse(output.toString('utf8', 0, end))
  return { outcome: 'shrunk', ...size, webp: output.subarray(end + 1) }
}
