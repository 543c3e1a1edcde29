import type { App } from '@posthorn/db'
import type { FastifyRequest } from 'fastify'
import type { ApiDeps } from '../../deps.js'
import type { Caller } from '../../http/callers/caller.js'

type Call = { deps: ApiDeps; caller: Caller; request: FastifyRequest }

export function logChange({ deps, caller, request }: Call, what: string, { id }: Pick<App, 'id'>): void {
  deps.log.info({ request_id: request.id, user: caller.user.id, app: id }, what)
}
