import { createWriteStream, rmSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommandContext } from '../../context.js'
import { Failure, failureOf, usageFailure } from '../../failure.js'
import { printableJson } from '../../output/printable.js'
import { openDownload } from '../../session/download.js'
import type { Server } from '../../session/server.js'

/** Bytes at the end in which the last line is. */
const tailBytes = 200

/** Writes an export to a file or to standard output. @throws Failure if it is incomplete */
export async function exportEverything(
  { server, out, globals, env }: CommandContext,
  { direct, out: file, files }: { direct?: true; out?: string; files?: string },
): Promise<void> {
  if (files !== undefined && file === undefined) throw usageFailure('--files needs --out.')
  const found = await server()
  const isOneTeam = globals.team !== undefined || env.team !== undefined
  const query = new URLSearchParams({
    ...(isOneTeam && { team: (await found.team()).id }),
    direct: String(direct === true),
  })
  const body = await open(found, query)
  let [lines, tail] = [0, '']
  const counting = async function* (parts: AsyncIterable<Uint8Array>) {
    for await (const part of parts) {
      for (const byte of part) if (byte === 0x0a) lines++
      tail = (tail + Buffer.from(part).toString('latin1')).slice(-tailBytes)
      yield part
    }
  }
  const written =
    file === undefined
      ? pipeline(body, counting, printableParts, process.stdout, { end: false })
      : pipeline(body, counting, createWriteStream(file, { mode: 0o600 }))
  await written.catch(cause => {
    throw new Failure(`The export ended early (${(cause as Error).message}).`, 'Try again.')
  })
  if (!tail.includes(`{"type":"end","end":{"lines":${lines - 1}}}`)) {
    if (file !== undefined) rmSync(file)
    throw new Failure('The export is incomplete.', 'Try again. The server’s log says why.')
  }
  out.note(`Exported ${lines - 1} lines.`)
  if (files !== undefined && file !== undefined) {
    const { exportFiles } = await import('./export-files.js')
    await exportFiles(found, out, { export: file, folder: files })
  }
}

/** Makes lines of JSON safe for a terminal. */
async function* printableParts(parts: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder()
  for await (const part of parts) yield printableJson(decoder.decode(part, { stream: true }))
  yield printableJson(decoder.decode())
}

async function open(server: Server, query: URLSearchParams): Promise<Readable> {
  return openDownload(server, `admin/export?${query}`).catch(error => {
    throw error instanceof Failure ? error : failureOf(error)
  })
}
