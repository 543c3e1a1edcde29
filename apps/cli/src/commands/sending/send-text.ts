import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { CommandContext } from '../../context.js'
import { exitCodes, Failure, unreachable, usageFailure } from '../../failure.js'
import type { Output } from '../../output/output.js'
import { printable, printableLine } from '../../output/printable.js'
import { lookUpHook } from '../../session/find.js'
import { type PayloadOptions, payloadFrom, type SendOptions } from './read-payload.js'

/** Sends a message to a hook by its URL, or by its title with the session. */
export async function sendText(
  context: CommandContext,
  text: string | undefined,
  options: SendOptions,
): Promise<void> {
  const { env, out } = context
  const url = options.hookUrl ?? (options.hook === undefined ? env.hookUrl : undefined)
  if (options.hookUrl !== undefined && options.hook !== undefined)
    throw usageFailure('Use either --hook or --hook-url, not both.')
  if (url === undefined && options.hook === undefined)
    throw usageFailure('No webhook is named.', 'Use --hook <title>, --hook-url <url> or POSTHORN_HOOK_URL.')
  if (options.hookUrl !== undefined)
    out.note('Note: other users of this machine can see --hook-url. Set POSTHORN_HOOK_URL instead.')
  const payload = await payloadFrom(text, options)
  const sent =
    url === undefined
      ? await sendWithSession(context, payload, options)
      : await callHook(url, payload, options, out)
  const { delivery, status, posts } = sent
  out.object({ delivery, status, posts }, [
    ['Delivery', () => delivery],
    ['Status', () => status],
    ['Posts', () => posts.map(({ id }) => id).join(' ')],
  ])
  if (status === 'queued')
    throw new Failure(
      'The delivery is stored, but not posted yet.',
      `See later: posthorn deliveries show ${delivery}`,
      exitCodes.unknown,
    )
}

/** The server waits for the outcome. A failed call is not repeated, because it has no idempotency key. */
async function sendWithSession(context: CommandContext, payload: string, options: SendOptions) {
  if (options.idempotencyKey !== undefined)
    throw usageFailure(
      '--idempotency-key works only with a hook’s URL.',
      'Use --hook-url or POSTHORN_HOOK_URL.',
    )
  if (options.format !== undefined && (options.threadKey ?? options.updateKey) !== undefined)
    throw usageFailure('With --format, keys work only with a hook’s URL.')
  const server = await context.server()
  const { id: hook, team_id: team } = await lookUpHook(server, options.hook ?? '')
  const body = { payload, ...(options.format !== undefined && { format: options.format }) }
  const { delivery, outcome, message, posts } = await server.client
    .sendPayload({ params: { team, hook }, body })
    .catch(error => {
      if (error.status === 0 || error.status >= 502)
        throw new Failure(
          `${error.message} The delivery may or may not have been stored.`,
          `Check first: posthorn deliveries list ${hook}`,
          exitCodes.unknown,
        )
      throw error.status === 400 || error.status === 422
        ? new Failure(error.message, '', exitCodes.rejected)
        : error
    })
  if (outcome === 'rejected') throw new Failure(message, `Delivery: ${delivery}`, exitCodes.rejected)
  return { delivery, status: outcome, posts }
}

/** Shows the posts that a message would become. Nothing is stored. */
export async function previewText(
  { server, out }: CommandContext,
  text: string | undefined,
  options: PayloadOptions & { hook: string },
): Promise<void> {
  const payload = await payloadFrom(text, options)
  const found = await server()
  const { id: hook, team_id: team } = await lookUpHook(found, options.hook)
  const body = { payload, ...(options.format !== undefined && { format: options.format }) }
  const preview = await found.client.previewPayload({ params: { team, hook }, body })
  const { outcome, channel, posts, ignored, message } = preview
  if (out.isJson) out.json(preview)
  else {
    const where = channel ? ` in ${printableLine(channel.name)}` : ''
    out.line(out.style('bold', `${outcome}${where}`))
    for (const post of posts) out.line(printable(post.message))
    if (ignored.length > 0) out.note(`These fields have no effect: ${ignored.join(', ')}`)
  }
  if (outcome === 'rejected' || outcome === 'refused') throw new Failure(message, '', exitCodes.rejected)
}

const mostTries = 5
/** Longer waits are left to the caller. */
const longestWaitMs = 30_000
const firstWaitMs = 500
/** With `wait`, the server responds within 10 s. */
const withinMs = 30_000

/** What a hook responded. Without `wait`, there are no posts. */
type HookResponse = {
  delivery: string
  status: 'accepted' | 'posted' | 'queued'
  posts: { id: string }[]
}

/**
 * Sends a payload to a hook’s URL. Repeats the call after a failure that may pass. This cannot post twice, because all calls
 * have the same idempotency key.
 *
 * @throws Failure with the exit code for rejected or unknown
 */
async function callHook(url: string, body: string, options: SendOptions, out: Output): Promise<HookResponse> {
  const key = options.idempotencyKey ?? randomUUID()
  const address = addressOf(url, options)
  for (let tries = 1; ; tries++) {
    const tried = await call(address, body, key)
    const waitMs = tried instanceof Response ? waitOf(tried, tries) : firstWaitMs * 2 ** (tries - 1)
    const isLast = !options.retries || tries === mostTries
    if (tried instanceof Response && (isLast || waitMs === undefined || waitMs > longestWaitMs))
      return sentBy(tried, key)
    if (!(tried instanceof Response) && isLast) throw tried
    out.note(`The call failed. Retrying in ${(waitMs ?? 0) / 1000} s …`)
    await delay(waitMs)
  }
}

async function call(address: URL, body: string, key: string): Promise<Response | Failure> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const signal = AbortSignal.timeout(withinMs)
  return fetch(address, { method: 'POST', headers, body, signal }).catch(cause => {
    const { message } = unreachable(address.origin, cause)
    return new Failure(
      `${message} The delivery may or may not have been stored.`,
      repeatWith(key),
      exitCodes.unknown,
    )
  })
}

/** Returns how long to wait before the next try, or undefined if the response is final. */
function waitOf({ status, headers }: Response, tries: number): number | undefined {
  if (status !== 429 && !mayPass(status)) return undefined
  return 1000 * Number.parseInt(headers.get('retry-after') ?? String(tries), 10)
}

/** Whether the server failed. 501 means that webhooks are turned off. */
const mayPass = (status: number) => status >= 500 && status !== 501

async function sentBy(response: Response, key: string): Promise<HookResponse> {
  const text = await response.text()
  const read = jsonOf(text)
  const delivery = response.headers.get('x-delivery-id') ?? ''
  if (response.status === 202) return { delivery, status: 'queued', posts: [] }
  if (response.ok) return { delivery, status: read.posts ? 'posted' : 'accepted', posts: read.posts ?? [] }
  const message = read.message ?? text.slice(0, 200)
  if (mayPass(response.status)) throw new Failure(message, repeatWith(key), exitCodes.unknown)
  if (response.status === 429) throw new Failure('The webhook is rate-limited.', repeatWith(key))
  throw new Failure(message || `The server responded with status ${response.status}.`, '', exitCodes.rejected)
}

const repeatWith = (key: string) => `Repeat it safely with --idempotency-key ${key}`

function jsonOf(text: string): { message?: string; posts?: { id: string }[] } {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

/** Adds what belongs to the URL: the adapter, and with it the keys. */
function addressOf(text: string, { format, wait, threadKey, updateKey, close }: SendOptions): URL {
  if (!URL.canParse(text))
    throw usageFailure('The hook’s URL is not valid.', 'Copy it from: posthorn hooks regenerate')
  const url = new URL(text)
  if (wait) url.searchParams.set('wait', 'true')
  if (format === undefined) return url
  url.pathname += `/${encodeURIComponent(format)}`
  if (threadKey !== undefined) url.searchParams.set('thread_key', threadKey)
  if (updateKey !== undefined) url.searchParams.set('update_key', updateKey)
  if (close) url.searchParams.set('close', 'true')
  return url
}
