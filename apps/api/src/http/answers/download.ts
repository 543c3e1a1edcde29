import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** A file that is sent while it is being created. `ended` is called when it was sent, or its connection broke. */
export class Download {
  constructor(
    readonly type: string,
    readonly name: string,
    readonly parts: AsyncIterable<string>,
    readonly ended: () => unknown = () => {},
  ) {}
}

/** Sent as an attachment, so that browsers save it. */
export function sendDownload(reply: FastifyReply, { type, name, parts, ended }: Download): FastifyReply {
  const file = Readable.from(parts, { objectMode: false }).once('close', ended)
  reply.raw.once('close', () => file.destroy())
  return reply.type(type).header('content-disposition', `attachment; filename="${name}"`).send(file)
}
