import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is sent while it is being created. */
export class Download {
  constructor(
    readonly type: string,
    readonly name: string,
    readonly parts: AsyncIterable<string>,
  ) {}
}

/** Sent as an attachment, so that browsers save it. */
export function sendDownload(reply: FastifyReply, { type, name, parts }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(parts, { objectMode: false }))
}
