import type { RefusalName } from '@posthorn/contract'
import { sendRefusal } from '@posthorn/server'
import type { FastifyReply } from 'fastify'
import { refusals } from '../../refusals/index.js'

/** Answers with a row of the table of refusals; `detail` is its `detailed_error`. */
export function refuseCall(reply: FastifyReply, name: RefusalName, detail = ''): FastifyReply {
  return sendRefusal(reply, refusals[name], detail)
}
