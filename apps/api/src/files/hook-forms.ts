import type { Readable } from 'node:stream'
import { addFiles } from '@posthorn/db'
import type { StoredForm } from '@posthorn/formats'
import type { UploadTicket } from '@posthorn/queue'
import { markCounted } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { leaveRestUnread } from '../http/bodies/limits.js'
import { streamBodies } from '../http/bodies/stream.js'
import { Refused } from '../refusals/refused.js'
import type { Files } from './files.js'
import { type Received, receiveFiles } from './receive.js'

type Sending = FastifyRequest<{ Params: { secret: string } }>

/**
 * Stores the files of forms that hooks send (docs/behaviour.md, files). The ingress passes a form on while it arrives, with a ticket
 * that nobody else has, so its calls do not count against its address.
 */
export function hookForms(deps: ApiDeps): (app: FastifyInstance) => Promise<void> {
  return async app => {
    leaveRestUnread(streamBodies(app, deps))
    app.decorateRequest(ticketDecorator)
    app.post(
      '/hook-forms/:secret(^[a-z0-9]{26}$)',
      {
        schema: { hide: true },
        config: { isStreamed: true },
        onRequest: (request: Sending, reply) => findTicket(deps, request, reply),
      },
      (request: Sending, reply) => storeForm(deps, request, reply),
    )
  }
}

const ticketDecorator = 'ticket'

/** Finds the call's ticket. Calls without one count against their address. */
async function findTicket({ files, uploads }: ApiDeps, request: Sending, reply: FastifyReply) {
  if (!files) return
  const taken = await uploads.take(request.params.secret)
  if (taken.outcome === 'away') return refuseCall(reply, 'upload_unknown')
  if (taken.outcome !== 'taken' || !taken.ticket.isForm) return
  markCounted(request)
  request.setDecorator(ticketDecorator, taken.ticket)
}

async function storeForm(deps: ApiDeps, request: Sending, reply: FastifyReply): Promise<FastifyReply> {
  const { files } = deps
  if (!files) return refuseCall(reply, 'files_off')
  const ticket = request.getDecorator<UploadTicket | undefined>(ticketDecorator)
  if (!ticket) return refuseCall(reply, 'no_such_upload')
  const { userId, hookId, ownerId } = ticket
  const { 'content-type': contentType = '', 'content-length': length = '0' } = request.headers
  const upload = {
    body: request.body as Readable,
    contentType,
    contentLength: Number(length),
    by: { userId, hookId, ownerId },
    fieldBytes: deps.maxPayloadBytes,
  }
  const turn = await files.inTurn(ownerId, () => receiveFiles(files, upload))
  if (turn.outcome === 'busy') return refuseCall(reply, 'upload_busy')
  const received = turn.result
  if (received instanceof Refused) return refuseCall(reply, received.refusal, received.detail)
  await keep(deps, files, received, ticket)
  return reply.send(storedForm(received))
}

/** Records the files. They get their channel when a worker posts them. */
async function keep(deps: ApiDeps, files: Files, received: Received, ticket: UploadTicket): Promise<void> {
  const { userId, hookId, teamId } = ticket
  const own = { userId, hookId, teamId, channelId: '', createAt: deps.nowMs() }
  try {
    await addFiles(
      deps.db,
      received.files.map(file => ({ ...file, ...own })),
    )
    files.count('uploaded', received.files.length)
  } catch (error) {
    await received.discard()
    throw error
  }
}

function storedForm({ files, fileFields, fields }: Received): StoredForm {
  return {
    fields,
    files: files.map(({ id, name, size, type, sha256, width, height }, index) => ({
      ...{ field: fileFields[index] ?? '', id, name, size, type },
      sha256: Buffer.from(sha256).toString('hex'),
      ...(width && height && { pixels: { width, height } }),
    })),
  }
}
