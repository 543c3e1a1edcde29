import type { FastifyReply } from 'fastify'

/** An answer that is not JSON. */
export class Media {
  constructor(
    readonly type: string,
    readonly bytes: Buffer,
  ) {}
}

/** A drawing opened on its own loads and runs nothing. */
const inert = "default-src 'none'; sandbox"

export function sendMedia(reply: FastifyReply, { type, bytes }: Media): FastifyReply {
  return reply.type(type).header('content-security-policy', inert).send(bytes)
}
