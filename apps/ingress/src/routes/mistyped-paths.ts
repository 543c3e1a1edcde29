import { isId, nearestName } from '@posthorn/core'
import { isSlackHookKey, slackHookKey } from '@posthorn/formats'
import { callerIdsIn, type HookCaller, tooManyRequests } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openHook, ownedHook } from '../accept.js'
import type { Acceptance, AcceptDeps } from '../call.js'
import { formatNames, type HookRequest } from './discord-paths.js'

/**
 * What a path seems to mean, decoded. `given`: the part with the key, and what is wrong with it. `adapter` and `rest`: what follows.
 * `mistake`: what is wrong besides.
 */
type Path = {
  hook?: string | undefined
  key: string
  given: string
  adapter?: string | undefined
  rest: string[]
  mistake?: string | undefined
}

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
  const below = (base: string, read: (parts: string[]) => Path) => {
    const onRequest = (request: AnyRequest, reply: FastifyReply) =>
      answer(deps, serving, read(request.params['*'].split('/')), request as unknown as HookRequest, reply)
    app.post(`${base}/*`, { onRequest }, handler)
  }
  below('/hooks', hookPath)
  below('/services', slackPath)
  below('/api/webhooks', discordPath)
  below('/api/:version(^v(?![34]$)[0-9]{1,2}$)/webhooks', discordPath)
}

/** Parts after a key whose paths have other methods. */
const otherPaths = new Set(['posts', 'deliveries', 'messages'])

const withoutJunk = (part: string) => part.replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')

/** The key is the first part that looks like one, because people add the whole path of a hook to one that they have. */
function hookPath(parts: string[]): Path {
  const isOther = otherPaths.has(parts[1] ?? '')
  const found = isOther ? 0 : parts.findIndex(part => isId(withoutJunk(part)))
  const at = Math.max(found, 0)
  const [given = '', adapter, ...rest] = parts.slice(at)
  const mistake = at > 0 ? 'The URL has something before the key.' : undefined
  return { key: withoutJunk(given), given, adapter, rest, mistake }
}

function discordPath([hook = '', ...parts]: string[]): Path {
  if (parts.length > 0) return { ...hookPath(parts), hook }
  return { ...hookPath([hook]), mistake: "The URL needs the hook's id before the key." }
}

/** The whole path is the key of a hook that was imported from Slack. */
function slackPath([workspace = '', webhook = '', given = '', ...rest]: string[]): Path {
  const key = slackHookKey({ workspace, webhook, secret: withoutJunk(given) })
  const mistake = rest.some(part => part !== '') ? 'The URL has something after the key.' : undefined
  return { key: isSlackHookKey(key) ? key : '', given, rest, mistake }
}

async function answer(
  deps: AcceptDeps,
  { onRequest, refuse }: Serving,
  path: Path,
  request: HookRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { hook, key, given, adapter, rest, mistake } = path
  const isOther = adapter !== undefined && otherPaths.has(adapter) // which have their own methods
  if (isOther || !(isSlackHookKey(key) || /^[A-Za-z0-9]+$/.test(key))) {
    const standing = await deps.strangers.count(request.ip)
    if (standing?.admitted === false) return tooManyRequests(reply, standing)
    reply.callNotFound()
    return reply
  }
  const named = adapter?.toLowerCase()
  const isOnlyCase = !mistake && key === given && rest.length === 0 && formatNames.includes(named ?? '')
  if (isOnlyCase) return onRequest(Object.assign(request, { params: { key, hook, adapter: named } }), reply)
  const call: HookCaller & { key: string; hookInPath?: string | undefined } = {
    key,
    hookInPath: hook,
    address: request.ip,
    requestId: request.id,
    caller: callerIdsIn(request.headers),
  }
  return refuse(request, reply, call, await refusal(deps, call, mistakeIn(path)))
}

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
function mistakeIn({ given, adapter, rest, mistake }: Path): string {
  if (mistake !== undefined) return mistake
  if (withoutJunk(given) !== given)
    return `The URL has ${junkIn(given)} ${/^[A-Za-z0-9]/.test(given) ? 'after' : 'before'} the key.`
  if ([adapter ?? '', ...rest].every(part => part === '')) return 'The URL has a slash after the key.'
  const nearest = nearestName((adapter ?? '').trim(), formatNames)
  if (nearest === undefined) return 'The part after the key is no adapter. Leave it out, or name an adapter.'
  return `The part after the key is no adapter. Did you mean /hooks/<key>/${nearest}?`
}

function junkIn(given: string): string {
  if (/[\r\n]/.test(given)) return 'a line break'
  return /\s/.test(given) ? 'a space' : 'a character that no key has'
}
