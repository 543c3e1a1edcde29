import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { type ApiError, fileLimits, importLimits } from '@posthorn/contract'
import { unreachable } from '../../failure.js'
import { apiErrorIn } from '../../session/download.js'
import type { Server } from '../../session/server.js'
import type { FoundFile, Records, Source, SourceFile } from '../source.js'
import { persist } from './persist.js'
import type { Report } from './report.js'

type Post = Records['post']
type Bringing = {
  server: Server
  source: Source
  report: Report
  note: (text: string) => void
  isDry: boolean
}
/** A file of a post. `key`: its ID in the import, which differs between posts. */
type Wanted = { post: Post; file: SourceFile; key: string }
type State = { missing: Set<string>; known: Set<string>; limitBytes: number }

/** Uploads the files of posts, or only counts them in a dry run. @returns the posts, which name the files that they lack */
export async function bringFiles(bringing: Bringing, posts: Post[]): Promise<Post[]> {
  const wanted = posts.flatMap(post =>
    (post.files ?? []).map(file => ({ post, file, key: keyOf(post, file) })),
  )
  if (wanted.length === 0) return posts
  const state = await check(bringing, wanted)
  const brought = new Set<string>()
  for (const one of wanted) {
    const reason = await bring(bringing, one, state)
    if (reason === undefined) brought.add(one.key)
    else bringing.report.skip('file', one.file.name, reason)
  }
  return posts.map(post => withFiles(post, brought))
}

function keyOf(post: Post, { id }: SourceFile): string {
  const facts = JSON.stringify([post.id, id])
  return createHash('sha256').update(facts).digest('hex').slice(0, 40)
}

/** Asks which files the server has. */
async function check({ server, source, note }: Bringing, wanted: Wanted[]): Promise<State> {
  const state: State = { missing: new Set(), known: new Set(), limitBytes: 0 }
  for (let at = 0; at < wanted.length; at += importLimits.objectsPerCall) {
    const part = wanted.slice(at, at + importLimits.objectsPerCall)
    const files = part.map(({ post, key }) => {
      const { id: post_id, create_at, order } = post
      return { id: key, post_id, create_at, order }
    })
    const ask = () => server.client.checkImportFiles({ body: { source: source.name, files } })
    const found = await persist(ask, note)
    for (const key of found.missing) state.missing.add(key)
    for (const key of found.known) state.known.add(key)
    state.limitBytes = found.limit_bytes
  }
  return state
}

/** Uploads a file that is missing. @returns why it is not imported */
async function bring(bringing: Bringing, wanted: Wanted, state: State): Promise<string | undefined> {
  const { post, file, key } = wanted
  const { report, source, isDry } = bringing
  if (state.limitBytes === 0) return 'This server stores no files. Set FILES_DIR or S3_BUCKET.'
  if (state.known.has(key)) return void report.count('file', 'known')
  if (!state.missing.has(key)) return 'Its post was imported before, without it.'
  if ((post.files ?? []).indexOf(file) >= fileLimits.mostPerPost)
    return `A post has at most ${fileLimits.mostPerPost} files.`
  const found = await source.findFile(file.id)
  if (typeof found === 'string') return found
  if (found.bytes > state.limitBytes) return `It is larger than FILE_LIMIT, ${state.limitBytes} bytes.`
  const refusal = isDry ? undefined : await send(bringing, wanted, found)
  return refusal ?? void report.count('file', 'created')
}

/** @returns why the server or the source refused the file. @throws if repeating the import can help */
async function send(
  { server, source, note }: Bringing,
  { post, file, key }: Wanted,
  found: Exclude<Awaited<ReturnType<Source['findFile']>>, string>,
): Promise<string | undefined> {
  const about = { source: source.name, id: key, create_at: post.create_at, name: nameOf(file) }
  try {
    await persist(() => importFileBytes(server, about, found), note)
    return undefined
  } catch (error) {
    const { status, detailedError } = error as Partial<ApiError>
    if (error instanceof UnreadableFile) return error.message
    if (status === 400 || status === 413) return `${(error as Error).message} ${detailedError ?? ''}`.trim()
    throw error
  }
}

/** The server cuts it further. */
const nameOf = ({ name }: SourceFile) => name.slice(0, fileLimits.nameBytes).toWellFormed() || 'unnamed'

/** Names the files that a post lacks in its text. */
function withFiles(post: Post, brought: Set<string>): Post {
  const files = (post.files ?? []).map(file => ({ name: nameOf(file), key: keyOf(post, file) }))
  const lines = files
    .filter(({ key }) => !brought.has(key))
    .map(({ name }) => `File: \`${name.replaceAll('`', "'")}\` (not imported)`)
  const message = [post.message ?? '', ...lines].filter(text => text !== '').join('\n')
  return { ...post, message, file_ids: files.map(({ key }) => key).filter(key => brought.has(key)) }
}

/** A file whose bytes cannot be read where they come from. */
class UnreadableFile extends Error {}

type About = { source: string; id: string; create_at: number; name: string }

/** Uploads a file while it is read. @throws ApiError, UnreadableFile, or a Failure if the server does not respond */
async function importFileBytes({ url, token }: Server, about: About, found: FoundFile): Promise<void> {
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
