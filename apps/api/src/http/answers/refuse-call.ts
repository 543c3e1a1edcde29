import type { RefusalName } from '@posthorn/contract'
import { sendRefusal } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { refusals } from '../../refusals/index.js'

/** By which an application's library knows that it has to ask for more (RFC 6750, 3.1). */
const insufficientScope = 'Bearer error="insufficient_scope"'

/** Answers with a row of the table of refusals; `detail` is its `detailed_error`. */
export function refuseCall(reply: FastifyReply, name: RefusalName, detail = ''): FastifyReply {
  if (name === 'scope_missing') reply.header('www-authenticate', insufficientScope)
  return sendRefusal(reply, refusals[name], detail)
}
