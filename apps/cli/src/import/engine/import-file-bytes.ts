import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { unreachable } from '../../failure.js'
import { apiErrorIn } from '../../session/download.js'
import type { Server } from '../../session/server.js'
import type { FoundFile } from '../source.js'

/** A file whose bytes cannot be read where they come from. */
export class UnreadableFile extends Error {}

type About = { source: string; id: string; create_at: number; name: string }

/** Uploads a file while it is read. @throws ApiError, UnreadableFile, or a Failure if the server does not respond */
export async function importFileBytes({ url, token }: Server, about: About, found: FoundFile): Promise<void> {
  const boundary = randomUUID()
  let trouble: Error | undefined
  async function* body() {
    yield `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\n\r\n`
    try {
      yield* await found.open()
    } catch (error) {
      trouble = error as Error
      throw error
    }
    yield `\r\n--${boundary}--\r\n`
  }
  const query = new URLSearchParams({ ...about, create_at: `${about.create_at}`, bytes: `${found.bytes}` })
  const init = {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: Readable.from(body(), { objectMode: false }) as never, // Node's fetch takes it, but DOM's types do not
    duplex: 'half' as const,
  }
  const response = await fetch(`${url}/api/v3/admin/imports/files?${query}`, init).catch(cause => {
    if (trouble) throw new UnreadableFile(`It cannot be read (${trouble.message}).`)
    throw unreachable(url, cause)
  })
  if (response.ok) return void (await response.arrayBuffer())
  throw await apiErrorIn(response)
}
