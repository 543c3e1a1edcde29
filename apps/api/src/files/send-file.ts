import type { UploadedFile } from '@posthorn/db'
import { type ByteRange, inlineTypes, type Storage, StorageAway, thumbnailIdOf } from '@posthorn/files'
import contentDisposition from 'content-disposition'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuseCall } from '../http/answers/refuse-call.js'

/** A file to send: for browsers to show or to save, or its thumbnail. */
export class FileAnswer {
  constructor(
    readonly storage: Storage,
    readonly file: UploadedFile,
    readonly as: 'shown' | 'saved' | 'thumbnail',
  ) {}
}

/** Nothing in a file runs or loads anything, even if it is opened on its own. */
const policy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Sends a file, or a refusal if its bytes are missing or the storage is away. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
): Promise<FastifyReply> {
  const sent = await sendBytes(request, reply, answer).catch(error => {
    if (error instanceof StorageAway) return 'storage_away' as const
    throw error
  })
  if (sent !== 'storage_away' && sent !== 'no_such_file') return sent
  for (const name of ['etag', 'accept-ranges', 'content-disposition']) reply.removeHeader(name)
  return refuseCall(reply, sent)
}

/** Sends a file or the range that the request names. Only harmless types are shown by browsers; the others are saved. */
async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { storage, file, as }: FileAnswer,
): Promise<FastifyReply | 'no_such_file'> {
  const isThumbnail = as === 'thumbnail'
  const etag = `"${Buffer.from(file.sha256).toString('hex')}${isThumbnail ? '-thumbnail' : ''}"`
  const type = as === 'saved' || !(isThumbnail || inlineTypes.has(file.type)) ? 'attachment' : 'inline'
  const { range: asked, 'if-range': ifRange = etag, 'if-none-match': known = '' } = request.headers
  reply.headers({
    etag,
    'cache-control': 'private, no-cache', // each time, the right to read is checked again
    'content-disposition': contentDisposition(isThumbnail ? `${file.name}.webp` : file.name, { type }),
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
  })
  if (known.split(/\s*,\s*/).some(tag => tag === '*' || tag.replace(/^W\//, '') === etag))
    return reply.code(304).send()
  if (isThumbnail) return sendThumbnail(reply, storage, file.id)
  reply.header('accept-ranges', 'bytes')
  const range = asked !== undefined && ifRange === etag ? rangeOf(asked, file.size) : undefined
  if (range === 'beyond')
    return reply
      .code(416)
      .headers({ 'content-range': `bytes */${file.size}` })
      .removeHeader('content-disposition')
      .send()
  const bytes = await storage.get(file.id, range)
  if (!bytes) return 'no_such_file'
  reply.raw.once('close', () => bytes.destroy())
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`)
  const length = range ? range.end - range.start + 1 : file.size
  return reply.type(withCharset(file.type)).header('content-length', length).send(bytes)
}

async function sendThumbnail(
  reply: FastifyReply,
  storage: Storage,
  id: string,
): Promise<FastifyReply | 'no_such_file'> {
  const bytes = await storage.get(thumbnailIdOf(id))
  if (!bytes) return 'no_such_file'
  reply.raw.once('close', () => bytes.destroy())
  return reply.type('image/webp').send(bytes)
}

const withCharset = (type: string) => (type === 'text/plain' ? 'text/plain; charset=utf-8' : type)

/** Returns undefined for several ranges and other units, which are ignored: the whole file is sent. */
function rangeOf(header: string, size: number): ByteRange | 'beyond' | undefined {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header.trim()) ?? []
  if (first === undefined || last === undefined || first + last === '') return undefined
  if (first === '')
    return Number(last) > 0 && size > 0
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : 'beyond'
  const start = Number(first)
  if (start >= size) return 'beyond'
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return end < start ? undefined : { start, end }
}
