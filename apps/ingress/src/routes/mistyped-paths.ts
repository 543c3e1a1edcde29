import { nearestName } from '@posthorn/core'
import { callerIdsIn, type HookCaller, tooManyRequests } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openHook, ownedHook } from '../accept.js'
import type { Acceptance, AcceptDeps } from '../call.js'
import { formatNames, type HookRequest } from './discord-paths.js'

/** The parts of a path, decoded: the hook's id in Discord's paths, the key, and what follows it. */
type Path = { hook?: string | undefined; given: string; adapter?: string | undefined; rest: string[] }

type Serving = {
  onRequest: (request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>
  /** Counts and answers a call that was refused. */
  refuse: (
    request: HookRequest,
    reply: FastifyReply,
    call: HookCaller,
    acceptance: Acceptance,
  ) => FastifyReply
}

type AnyRequest = FastifyRequest<{ Params: { '*': string } }>

const handler = async () => {} // `onRequest` has responded

/**
 * Registers all other paths below those of hooks for POST. A name in capitals works. Other mistakes get a 404 that says what is
 * wrong, and the owner of the key's hook sees them like other refused calls.
 */
export function mistypedPaths(app: FastifyInstance, deps: AcceptDeps, serving: Serving): void {
  const below = (base: string, hasId: boolean) =>
    app.post(
      `${base}/*`,
      {
        onRequest: (request: AnyRequest, reply) => {
          const parts = request.params['*'].split('/')
          const hook = hasId ? parts.shift() : undefined
          const [given = '', adapter, ...rest] = parts
          return answer(
            deps,
            serving,
            { hook, given, adapter, rest },
            request as unknown as HookRequest,
            reply,
          )
        },
      },
      handler,
    )
  below('/hooks', false)
  below('/api/webhooks', true)
  below('/api/:version(^v(?![34]$)[0-9]{1,2}$)/webhooks', true)
}

async function answer(
  deps: AcceptDeps,
  { onRequest, refuse }: Serving,
  path: Path,
  request: HookRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { hook, given, adapter, rest } = path
  const key = given.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
  const isOther = adapter !== undefined && otherPaths.has(adapter) // which have their own methods
  if (isOther || !/^[A-Za-z0-9]+$/.test(key)) {
    const standing = await deps.strangers.count(request.ip)
    if (standing?.admitted === false) return tooManyRequests(reply, standing)
    reply.callNotFound()
    return reply
  }
  const named = adapter?.toLowerCase()
  const isOnlyCase = key === given && rest.length === 0 && formatNames.includes(named ?? '')
  if (isOnlyCase) return onRequest(Object.assign(request, { params: { key, hook, adapter: named } }), reply)
  const call: HookCaller & { key: string; hookInPath?: string | undefined } = {
    key,
    hookInPath: hook,
    address: request.ip,
    requestId: request.id,
    caller: callerIdsIn(request.headers),
  }
  return refuse(request, reply, call, await refusal(deps, call, mistakeIn(path, key)))
}

const otherPaths = new Set(['posts', 'deliveries', 'messages'])

/** Counts the call as one of its hook, or of its address if there is none. Nobody learns from the result whether a key is known. */
async function refusal(
  deps: AcceptDeps,
  call: HookCaller & { key: string },
  detail: string,
): Promise<Acceptance> {
  const opened = await openHook(deps, call)
  if ('outcome' in opened && opened.outcome === 'limited') return opened
  const standing = 'outcome' in opened ? opened.standing : await deps.entry.hookRate.count(ownedHook(opened))
  return standing?.admitted === false
    ? { outcome: 'limited', standing }
    : { outcome: 'bad_path', detail, standing }
}

/** Names the mistake without repeating anything of the path, which may be a key. */
function mistakeIn({ given, adapter, rest }: Path, key: string): string {
  if (key !== given)
    return `The URL has ${junkIn(given)} ${given.startsWith(key) ? 'after' : 'before'} the key.`
  if ([adapter, ...rest].every(part => part === '')) return 'The URL has a slash after the key.'
  const nearest = nearestName((adapter ?? '').trim(), formatNames)
  if (nearest === undefined) return 'The part after the key is no adapter. Leave it out, or name an adapter.'
  return `The part after the key is no adapter. Did you mean /hooks/<key>/${nearest}?`
}

function junkIn(given: string): string {
  if (/[\r\n]/.test(given)) return 'a line break'
  return /\s/.test(given) ? 'a space' : 'a character that no key has'
}
