import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is sent while it is made. */
export class Download {
  constructor(
    readonly type: string,
    readonly name: string,
    readonly parts: AsyncIterable<string>,
  ) {}
}

/** It is for keeping, not for showing. */
export function sendDownload(reply: FastifyReply, { type, name, parts }: Download): FastifyReply {
  return reply
    .type(type)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(parts, { objectMode: false }))
}
