import { type Call, type InputOf, maxPageSize, type OutputOf, type RefusalName } from '@posthorn/contract'
import type { Db } from '@posthorn/db'
import { tooManyRequests } from '@posthorn/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { withAudit } from '../audit/with-audit.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { FileAnswer, sendFile } from '../files/send-file.js'
import { OverRate, Refused, refused } from '../refusals/refused.js'
import { Download, sendDownload } from './answers/download.js'
import { notModified } from './answers/etag.js'
import { Media, sendMedia } from './answers/media.js'
import { refuseCall } from './answers/refuse-call.js'
import { Tagged } from './answers/tagged.js'
import { openBodyBytes, userBodyBytes } from './bodies/limits.js'
import { readCallBody } from './bodies/read-call-body.js'
import { payerOf, sessionOf } from './callers/caller.js'
import { whyCookieIsIgnored } from './callers/credentials.js'
import { admit, type ForSessions, type Granted, needsSession } from './guards/guards.js'
import { switchedOff } from './rights/switches.js'
import { isSearch } from './searches.js'

/**
 * Checks whether the address asks for a page longer than the limit. Such a call is rejected: a client that got fewer
 * items than requested, and continued after its own limit, would miss those in between.
 */
function isPageTooLong(params: unknown): boolean {
  const { limit = 0 } = params as { limit?: number }
  return limit > maxPageSize
}

type Part<Definition, Name extends string> = Definition extends { [Key in Name]: infer Schema }
  ? Schema
  : undefined

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route's description for the document. */
    call?: Call
    /** Whether the handler reads the body while it arrives. */
    isStreamed?: boolean
  }
}

/**
 * A handler's input: the caller, the objects that the guard loaded, the parsed request, and the raw request for rare
 * needs.
 */
export type Context<Definition extends Call> = Granted[Definition['allow']] & {
  deps: ApiDeps
  params: OutputOf<Part<Definition, 'params'>>
  query: OutputOf<Part<Definition, 'query'>>
  body: OutputOf<Part<Definition, 'body'>>
  /** Why there is no body, in calls that answer that themselves. */
  unreadable?: string | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** Only refusals that the call's definition names, plus the end of a required session. */
type Errors<Definition> = Definition extends { errors: readonly (infer Name extends RefusalName)[] }
  ? Name
  : never
type SessionEnded<Definition extends Call> = Definition['allow'] extends ForSessions ? 'no_session' : never
type Answered<Definition> = InputOf<Part<Definition, 'answer'>>

export type Handler<Definition extends Call> = (
  context: Context<Definition>,
) => Promise<
  | Answered<Definition>
  | Tagged<Answered<Definition>>
  | Refused<Errors<Definition> | 'bad_parameter' | 'no_permission_api' | SessionEnded<Definition>>
  | OverRate
  | Tagged<Media>
  | Download
  | FileAnswer
>

/** A call and its handler. */
export type ServedCall = { call: Call; handle: (context: never) => Promise<unknown> }

/** Binds a handler to a call's definition in packages/contract. */
export function serve<const Definition extends Call>(
  call: Definition,
  handle: Handler<Definition>,
): ServedCall {
  return { call, handle }
}

/** Whether the calls are left out of the API's document, like those next to the API. */
type Serving = { hide?: boolean }

/** Registers calls: session, parameters, right, page, body, handler, in this order. */
export function serveCalls(app: ApiServer, deps: ApiDeps, served: ServedCall[], serving: Serving = {}): void {
  for (const one of served) register(app, deps, one, serving)
}

/** A value that is not an id belongs to another call that is not served here, so it is not reported as a mistake. */
const lastId = /:(?:team|channel|user|post|hook|delivery|client|replay|erasure)$/

function register(app: ApiServer, deps: ApiDeps, served: ServedCall, { hide = false }: Serving): void {
  const { call } = served
  const [method = 'GET', route = ''] = call.route.split(' ')
  const path = route.replace(lastId, '$&(^[a-z0-9]{26}$$)')
  const { params, query: querystring, answer, bodyLimitBytes } = call
  for (const url of call.trailingSlash ? [path, `${path}/`] : [path])
    app.route({
      method: method as 'GET' | 'POST',
      url,
      config: { call },
      schema: {
        ...(hide && { hide }),
        ...(params && { params }),
        ...(querystring && { querystring }),
        ...(answer && { response: { 200: answer } }),
      },
      bodyLimit: bodyLimitBytes ?? (needsSession(call.allow) ? userBodyBytes : openBodyBytes),
      onRequest: async (request, reply) => {
        if (needsSession(call.allow) && !sessionOf(request))
          return refuseCall(reply, 'no_session', whyCookieIsIgnored(request))
      },
      handler: async (request, reply) => send(request, reply, await run(deps, served, request, reply)),
    })
}

async function run(
  deps: ApiDeps,
  { call, handle }: ServedCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const granted = await admit(call, deps, request)
  if (granted instanceof Refused) return granted
  const off = switchedOff(deps, call.requires)
  if (off) return off
  if (isPageTooLong(request.params)) return refused('page_too_long')
  const read = readCallBody(call, request.body)
  if (read instanceof Refused) return read
  const { params, query } = request
  const answer = (db: Db) => {
    const handed = db === deps.db ? deps : { ...deps, db }
    const context = { ...granted, ...read, deps: handed, params, query, request, reply }
    return withAudit(deps, call, context, () => handle(context as never))
  }
  const searches = isSearch(call, query, read.body)
  if (!searches) return answer(deps.db)
  const session = sessionOf(request)
  return deps.searches.inTurn(session ? payerOf(session).userId : request.ip, answer)
}

function send(request: FastifyRequest, reply: FastifyReply, result: unknown): unknown {
  if (result instanceof FileAnswer) return sendFile(request, reply, result)
  if (result instanceof Refused) return refuseCall(reply, result.refusal, result.detail)
  if (result instanceof Download) return sendDownload(reply, result)
  if (result instanceof OverRate) return tooManyRequests(reply, result.status)
  const answer =
    result instanceof Tagged ? (notModified(request, reply, result.parts) ?? result.answer) : result
  return answer instanceof Media ? sendMedia(reply, answer) : answer
}
