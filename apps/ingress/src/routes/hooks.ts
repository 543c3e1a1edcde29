import type { IncomingMessage } from 'node:http'
import { callCost } from '@posthorn/queue'
import { addressKey, type BodyLimits, inviteBody, openBodyBudget } from '@posthorn/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accept } from '../accept.js'
import type { Acceptance, AcceptDeps, HookCall, Unread } from '../call.js'
import { inflate } from '../inflate.js'
import { type BodyRules, readBody } from '../read-body.js'
import { answer } from './answer.js'
import { answerPreflight, showToPages } from './cors.js'

type HookRequest = FastifyRequest<{ Params: { key: string } }>

/**
 * POST /hooks/:key, and the same under its old name. The whole call is answered before Fastify turns to the body:
 * the key is checked before a byte of it is read, and no content type that a sender writes is refused for its form.
 */
export function hookRoutes(
  app: FastifyInstance,
  deps: AcceptDeps,
  { limitBytes, bodies }: { limitBytes: number; bodies?: BodyLimits | undefined },
): void {
  let closing = false
  const budget = openBodyBudget(bodies)
  app.addHook('onClose', async () => budget.close())
  app.addHook('preClose', async () => {
    closing = true
    deps.waiters.close() // or the server's end would wait for those who wait
  })
  const onRequest = async (request: HookRequest, reply: FastifyReply) => {
    const [, query = ''] = request.url.split('?', 2)
    const call: HookCall = {
      key: request.params.key,
      address: request.ip,
      contentType: request.headers['content-type'],
      query,
      idempotencyKey: idempotencyKeyOf(request.raw),
      wait: asksToWait(query),
      maybeLarge: maybeLarge(request.raw),
      requestId: request.id,
      readBody: owner =>
        readWhole(request.raw, { limitBytes, budget, owner, invite: () => inviteBody(reply) }),
    }
    if (request.headers.origin !== undefined) showToPages(reply)
    const acceptance = await accept(deps, call)
    tellOutcome(deps, call, acceptance)
    // a connection that idles after its answer would hold up the server's end for more than a minute
    return answer(closing ? reply.header('connection', 'close') : reply, acceptance)
  }
  const answered = async () => {}
  // a key of other characters cannot be one: 404, without a look (docs/behaviour.md, sending)
  for (const path of ['/hooks/:key(^[A-Za-z0-9]+$)', '/api/v3/teams/:team/hooks/:key(^[A-Za-z0-9]+$)']) {
    app.post(path, { onRequest }, answered)
    app.options(path, { onRequest: async (_request, reply) => answerPreflight(reply) }, answered)
  }
}

type Refused = Exclude<Acceptance, { outcome: 'accepted' | 'posted' | 'queued' }>

function isRefused(acceptance: Acceptance): acceptance is Refused {
  return !['accepted', 'posted', 'queued'].includes(acceptance.outcome)
}

function tellOutcome(deps: AcceptDeps, call: HookCall, acceptance: Acceptance): void {
  if (isRefused(acceptance)) tellRefused(deps, call, acceptance)
  else if (!acceptance.replayed) deps.figures?.accepted()
}

/** What a worker rejects is a delivery in the hook's history. */
function tellRefused(
  { refused, countRefused, countLimited, figures }: AcceptDeps,
  { hookId, address, requestId }: HookCall,
  { outcome, delivery, replayed, ...told }: Refused,
) {
  refused?.(outcome)
  if (outcome === 'limited') {
    if (hookId === undefined) countLimited('address', addressKey(address))
    else countLimited('hook', hookId)
  }
  const isDelivery = delivery !== undefined && outcome !== 'cannot_keep'
  if (!isDelivery) figures?.refused(outcome)
  else if (!replayed) figures?.accepted()
  const detail = ('detail' in told && told.detail) || ''
  if (hookId !== undefined && !isDelivery) countRefused(hookId, { cause: outcome, detail, requestId })
}

async function readWhole(message: IncomingMessage, rules: BodyRules): Promise<Uint8Array | Unread> {
  const body = await readBody(message, rules)
  const encoding = message.headers['content-encoding']
  return typeof body === 'string' || encoding === undefined ? body : inflate(body, encoding, rules.limitBytes)
}

/** The header of that name, else the one by which Standard Webhooks tell copies. */
function idempotencyKeyOf({ headers }: IncomingMessage): string | undefined {
  return (headers['idempotency-key'] ?? headers['webhook-id'])?.toString()
}

/** That a body costs no more than one is known when it tells its length and is not to be inflated. */
function maybeLarge({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers['content-length'] ?? Number.POSITIVE_INFINITY)
  return callCost(bytes, 0) > 1 || headers['content-encoding'] !== undefined
}

function asksToWait(query: string): boolean {
  return query !== '' && new URLSearchParams(query).get('wait') === 'true'
}
