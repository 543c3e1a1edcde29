import { fileLimits } from '@posthorn/contract'
import { findFile } from '@posthorn/db'
import type { SecretBox } from '@posthorn/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ApiDeps } from '../deps.js'
import { refuseCall } from '../http/answers/refuse-call.js'
import { FileAnswer, sendFile } from './send-file.js'

const path = '/public-files/:file'
const maxTokenChars = 200
/** What a token is for, so that no other sealed secret is one. */
const purposeOf = (id: string) => `link of file ${id}`

/** Returns the path of a link that works without a login until it expires, or undefined without a key. */
export function publicPath(box: SecretBox, id: string, nowMs: number): string | undefined {
  const token = box.seal(String(nowMs + fileLimits.linkSeconds * 1000), purposeOf(id))
  return token && `${path.replace(':file', id)}?token=${encodeURIComponent(token)}`
}

type Asked = { Params: { file: string }; Querystring: { token?: string | string[] } }

/** Serves public links. Only this server can make their tokens. */
export function publicFileRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.get<Asked>(path, { schema: { hide: true } }, async (request, reply) => {
    const { files, db } = deps
    const file = files && isValid(deps, request) ? await findFile(db, request.params.file) : undefined
    reply.header('referrer-policy', 'no-referrer')
    if (!files || !file) return refuseCall(reply, 'no_such_file')
    return sendFile(request, reply, new FileAnswer(files.storage, file, 'shown'))
  })
}

function isValid({ secretBox, nowMs }: ApiDeps, { params, query }: FastifyRequest<Asked>): boolean {
  const { token } = query
  if (typeof token !== 'string' || token.length > maxTokenChars) return false
  return Number(secretBox.open(token, purposeOf(params.file)) ?? 0) > nowMs()
}
