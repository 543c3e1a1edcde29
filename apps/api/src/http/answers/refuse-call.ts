import type { RefusalName } from '@posthorn/contract'
import { sendRefusal } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { refusals } from '../../refusals/index.js'

/** By this, an app's library knows that it needs a wider scope (RFC 6750, 3.1). */
const insufficientScope = 'Bearer error="insufficient_scope"'

/** Sends a row of the table of refusals; `detail` becomes its `detailed_error`. */
export function refuseCall(reply: FastifyReply, name: RefusalName, detail = ''): FastifyReply {
  if (name === 'scope_missing') reply.header('www-authenticate', insufficientScope)
  return sendRefusal(reply, refusals[name], detail)
}
