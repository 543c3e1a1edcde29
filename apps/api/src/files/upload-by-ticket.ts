import { addFiles } from '@posthorn/db'
import type { UploadTicket } from '@posthorn/queue'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { streamBodies } from '../http/bodies/stream.js'
import { Refused } from '../refusals/refused.js'
import type { Files } from './files.js'
import { framingBytes, receiveFiles, uploadIn } from './receive.js'

type Uploading = FastifyRequest<{ Params: { secret: string } }>

/**
 * Serves the URLs that `files.getUploadURLExternal` returns (docs/behaviour.md, Slack's Web API). The body is the file, or a form
 * with it. A repeated upload of a stored file changes nothing.
 */
export function ticketRoutes(deps: ApiDeps): (app: FastifyInstance) => Promise<void> {
  return async app => {
    streamBodies(app, deps)
    const bodyLimit = (deps.files?.fileLimitBytes ?? 0) + framingBytes // of a stream, only invites callers that wait
    app.post(
      '/uploads/:secret(^[a-z0-9]{26}$)',
      { schema: { hide: true }, config: { isStreamed: true }, bodyLimit },
      (request: Uploading, reply) => upload(deps, request, reply),
    )
  }
}

async function upload(deps: ApiDeps, request: Uploading, reply: FastifyReply): Promise<FastifyReply> {
  const { files, uploads } = deps
  const { secret } = request.params
  if (!files) return refuseCall(reply, 'files_off')
  const taken = await uploads.take(secret)
  if (taken.outcome === 'away') return refuseCall(reply, 'upload_unknown')
  if (taken.outcome === 'unknown' || taken.ticket.isForm) return refuseCall(reply, 'no_such_upload')
  if (taken.outcome === 'used') return stored(reply, taken.ticket)
  const refused = await receive(deps, files, request, taken.ticket).catch(async error => {
    await uploads.putBack(secret, taken.ticket)
    throw error
  })
  if (refused) {
    await uploads.putBack(secret, taken.ticket)
    return refuseCall(reply, refused.refusal, refused.detail)
  }
  await uploads.useUp(secret, taken.ticket)
  return stored(reply, taken.ticket)
}

/** Slack's words, which some clients log. */
function stored(reply: FastifyReply, { bytes }: UploadTicket): FastifyReply {
  return reply.type('text/plain').send(`OK - ${bytes}`)
}

/** Stores the file and its row, or returns why not. */
async function receive(deps: ApiDeps, files: Files, request: Uploading, ticket: UploadTicket) {
  const { userId, hookId, ownerId, teamId, fileId: id, name, bytes } = ticket
  const upload = uploadIn(request, { userId, hookId, ownerId }, { id, name, bytes })
  const turn = await files.inTurn(ownerId, () => receiveFiles(files, upload))
  if (turn.outcome === 'busy') return new Refused('upload_busy', '')
  const received = turn.result
  if (received instanceof Refused) return received
  try {
    const own = { userId, hookId, teamId, channelId: '', createAt: deps.nowMs() }
    await addFiles(
      deps.db,
      received.files.map(file => ({ ...file, ...own })),
    )
    files.count('uploaded')
    return undefined
  } catch (error) {
    await received.discard()
    throw error
  }
}
