import type { CommandContext } from '../../context.js'
import { exitCodes, Failure, usageFailure } from '../../failure.js'
import { lookUpHook } from '../../session/find.js'
import { callHook } from './call-hook.js'
import type { SendOptions } from './read-payload.js'
import { payloadFrom } from './read-payload.js'

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
