import { discordMessageOf, discordWebhook, formatPart } from '@posthorn/formats'
import { preflight } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Acceptance, AcceptDeps } from '../call.js'
import { type ReadingCall, readOwnHook, readOwnPosts } from '../own-posts.js'

/** A call about a hook. `hook`: its id, which only Discord's paths have. */
export type HookRequest = FastifyRequest<{
  Params: { key: string; hook?: string; target?: string; adapter?: string }
}>

export type OnRequest = (request: HookRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The handler proper does nothing, because `onRequest` responds before the body is read. */
export const answered = async () => {}

/** Versions of Discord's API, except those of our own. */
const bases = ['/api', '/api/:version(^v(?![34]$)[0-9]{1,2}$)'].map(
  api => `${api}/webhooks/:hook(^[A-Za-z0-9]+$)/:key(^[A-Za-z0-9]+$)`,
)

/**
 * Registers Discord's paths for sending, reading, editing and deleting, so that its clients only need another host. Their
 * bodies are Discord's, unless the path names another format.
 */
export function discordPaths(app: FastifyInstance, onRequest: OnRequest, onRead: OnRequest): void {
  for (const base of bases) {
    for (const path of [base, `${base}/${formatPart}`]) {
      app.post(path, { onRequest }, answered)
      const methods = path === base ? 'GET, POST' : 'POST'
      app.options(path, preflight(methods), answered)
    }
    app.get(base, { onRequest: onRead }, answered)
    const message = `${base}/messages/:target(^[0-9a-z]{26}$)`
    app.route({ method: ['PATCH', 'DELETE'], url: message, onRequest, handler: answered })
    app.get(message, { onRequest: onRead }, answered)
    app.options(message, preflight('GET, PATCH, DELETE'), answered)
  }
}

/** Adds the files of a post that Discord's JSON changed, because changes keep them. Without Postgres, they are missing. */
export async function withKeptFiles(deps: AcceptDeps, acceptance: Acceptance): Promise<Acceptance> {
  const { sent } = acceptance
  if (!sent || acceptance.outcome !== 'posted' || acceptance.as !== 'updated') return acceptance
  const [changed] = acceptance.posts
  const found = await deps.findPosts(sent.hookId, changed?.id ?? '').catch(() => undefined)
  return { ...acceptance, sent: { ...sent, keptFiles: found?.posts[0]?.files ?? [] } }
}

/**
 * Reads the hook, or one of its posts, as Discord's object. A delivery stands for its first post.
 * @param origin the server's address
 */
export async function readForDiscord(
  deps: AcceptDeps,
  call: ReadingCall,
  origin: string,
): Promise<{ found: object } | Acceptance> {
  if (call.target === undefined) {
    const opened = await readOwnHook(deps, call)
    return 'outcome' in opened ? opened : { found: discordWebhook(opened.hook, call.key) }
  }
  const read = await readOwnPosts(deps, call)
  if ('outcome' in read) return read
  const [post] = 'posts' in read.found ? read.found.posts : [read.found]
  return post ? { found: discordMessageOf(post, read.hook, origin) } : { outcome: 'no_such_post' }
}
