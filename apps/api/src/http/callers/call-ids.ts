import { callerIdsIn } from '@posthorn/server'
import type { FastifyRequest } from 'fastify'

/** The names of a call, which a delivery that it sends keeps: our request id, and what the caller calls it. */
export type CallIds = { requestId: string; caller: string | undefined }

export function callIds({ id, headers }: FastifyRequest): CallIds {
  return { requestId: id, caller: callerIdsIn(headers) }
}
