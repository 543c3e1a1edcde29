import { createWriteStream, rmSync } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { CommandContext } from '../../context.js'
import { Failure, failureOf, unreachable } from '../../failure.js'
import type { Server } from '../../session/server.js'

/** Bytes at the end in which the last line is. */
const tailBytes = 200

/** Writes an export to a file or to standard output. @throws Failure if it is incomplete */
export async function exportEverything(
  { server, out, globals, env }: CommandContext,
  { direct, out: file }: { direct?: true; out?: string },
): Promise<void> {
  const found = await server()
  const isOneTeam = globals.team !== undefined || env.team !== undefined
  const query = new URLSearchParams({
    team: isOneTeam ? (await found.team()).id : '',
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
  const target = file === undefined ? process.stdout : createWriteStream(file, { mode: 0o600 })
  await pipeline(body, counting, target, { end: file !== undefined }).catch(cause => {
    throw new Failure(`The export ended early (${(cause as Error).message}).`, 'Try again.')
  })
  if (!tail.includes(`{"type":"end","end":{"lines":${lines - 1}}}`)) {
    if (file !== undefined) rmSync(file)
    throw new Failure('The export is incomplete.', 'Try again. The server’s log says why.')
  }
  out.note(`Exported ${lines - 1} lines.`)
}

async function open({ url, token }: Server, query: URLSearchParams): Promise<Readable> {
  const response = await fetch(`${url}/api/v3/admin/export?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  }).catch(cause => {
    throw unreachable(url, cause)
  })
  if (response.ok && response.body) return Readable.from(response.body)
  const { ApiError } = await import('@posthorn/contract')
  const refusal = (await response.json().catch(() => ({}))) as { message?: string }
  throw failureOf(new ApiError(response.status, refusal.message ?? response.statusText))
}
