import type { z } from 'zod'
import { discordCalls } from './discord-paths.js'
import { sendingAs } from './formats.js'
import { addResponseHeaders } from './headers.js'
import { ownPosts } from './own-posts.js'
import { type SentCall, sending, sendingToOldPath } from './sending.js'
import { inJsonSchema, type Json, parametersIn, type Shape } from './transform.js'

/** The calls that the ingress serves. This process has no such routes, so @fastify/swagger does not see them. */
export function sendingPaths(document: object) {
  const call = (operationId: string, sent: SentCall) => ({ ...operationIn(document, sent), operationId })
  const old = {
    ...call('postHookOfTeam', sending),
    summary: 'Post through a hook, by its old address',
    deprecated: true,
  }
  const own = (noun: 'post' | 'delivery', Noun: string) => {
    const calls = ownPosts(noun)
    return {
      get: call(`getOwn${Noun}`, calls.get),
      patch: call(`replaceOwn${Noun}`, calls.patch),
      delete: call(`deleteOwn${Noun}`, calls.delete),
    }
  }
  return {
    '/hooks/{key}': { post: call('postHook', sending) },
    '/hooks/{key}/{format}': { post: call('postHookAs', sendingAs) },
    '/hooks/{key}/posts/{id}': own('post', 'Post'),
    '/hooks/{key}/deliveries/{id}': own('delivery', 'Delivery'),
    '/services/{workspace}/{webhook}/{secret}': { post: call('postImportedHook', sendingToOldPath) },
    ...discordPathsIn(call),
    '/api/v3/teams/{team}/hooks/{key}': { post: { ...old, parameters: [anyTeam, ...old.parameters] } },
  }
}

function discordPathsIn<Operation>(call: (id: string, sent: SentCall) => Operation) {
  const { readWebhook, send, readMessage, edit, remove } = discordCalls
  return {
    '/api/webhooks/{id}/{key}': {
      get: call('getDiscordWebhook', readWebhook),
      post: call('postDiscordMessage', send),
    },
    '/api/webhooks/{id}/{key}/messages/{message}': {
      get: call('getDiscordMessage', readMessage),
      patch: call('replaceDiscordMessage', edit),
      delete: call('deleteDiscordMessage', remove),
    },
  }
}

const anyTeam = {
  name: 'team',
  in: 'path',
  required: true,
  description: 'Ignored.',
  schema: { type: 'string' },
}

function operationIn(document: object, { words, schema, bodies }: SentCall) {
  const { params, querystring, headers, response } = inJsonSchema(document, schema) as Record<string, Shape>
  const content = Object.entries(bodies ?? {}).map(([type, body]: [string, z.ZodType]) => [
    type,
    { schema: inJsonSchema(document, { body }).body },
  ])
  const operation = {
    ...words,
    parameters: [
      ...parametersIn('path', params),
      ...parametersIn('query', querystring),
      ...parametersIn('header', headers),
    ],
    ...(bodies && { requestBody: { required: true, content: Object.fromEntries(content) } }),
    responses: Object.fromEntries(Object.entries(response ?? {}).map(withoutBody)),
  }
  addResponseHeaders(operation, ['X-Delivery-Id', 'X-Delivery-State', 'Idempotent-Replayed'])
  return operation
}

/** Zod's null, which stands for an answer without a body, is not a JSON body. */
function withoutBody([status, answer]: [string, unknown]): [string, Json] {
  const { type, ...rest } = answer as Json
  return [status, type === 'null' ? rest : (answer as Json)]
}
