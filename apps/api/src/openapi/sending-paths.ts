import { PostFileObject } from '@posthorn/contract'
import { adapters } from '@posthorn/formats'
import { z } from 'zod'
import { type Answers, bare, inJson } from './answers.js'
import { addResponseHeaders } from './headers.js'
import { PayloadSchema } from './payload.js'
import {
  discordRefusals,
  hookKey,
  type SentCall,
  sending,
  sendingRefusals,
  sendingToOldPath,
  settledAnswers,
  wait,
} from './sending.js'
import { inJsonSchema, type Json, parametersIn, type Shape } from './transform.js'

const Webhook = z.object({
  id: z.string(),
  type: z.literal(1),
  name: z.string().nullable(),
  channel_id: z.string(),
  guild_id: z.string().describe('The team’s id.'),
  token: z.string().describe('The key that the caller sent.'),
  avatar: z.null(),
  application_id: z.null(),
})
const Message = z
  .looseObject({ id: z.string(), channel_id: z.string(), content: z.string(), embeds: z.array(z.unknown()) })
  .describe('Discord’s message object.')
const Body = z
  .looseObject({
    content: z.string().optional(),
    embeds: z.array(z.looseObject({})).optional(),
    components: z.array(z.looseObject({})).optional(),
    username: z.string().optional(),
    avatar_url: z.string().optional(),
  })
  .meta({ examples: [{ content: 'The build **passed**.' }] })

const params = z.object({ id: z.string().describe('The hook’s id.'), key: hookKey })
const ofMessage = params.extend({ message: z.string().length(26).describe('The post’s id.') })
const querystring = z.object({ wait, thread_id: z.string().optional().describe('The post to reply to.') })
const bodies = { 'application/json': Body, 'multipart/form-data': z.looseObject({}) }

const described = (summary: string) => ({
  tags: ['Hooks'],
  summary,
  description:
    'For Discord’s clients, which only need another host (docs/behaviour.md, payloads of other chats).',
  security: [] as [],
})
const none = { 204: bare('Done.') }
const message = { 200: inJson('The message.', Message) }
const stored = {
  202: inJson('Stored, but not posted yet. The delivery’s id stands for the message.', Message),
}

/** The calls under Discord’s paths. */
const discordCalls = {
  readWebhook: {
    words: described('Read a hook'),
    schema: { params, response: { ...discordRefusals, 200: inJson('The webhook object.', Webhook) } },
  },
  send: {
    words: described('Post a Discord message'),
    schema: { params, querystring, response: { ...discordRefusals, ...message, ...stored, ...none } },
    bodies,
  },
  readMessage: {
    words: described('Read a Discord message'),
    schema: { params: ofMessage, response: { ...discordRefusals, ...message } },
  },
  edit: {
    words: described('Replace a Discord message'),
    schema: { params: ofMessage, response: { ...discordRefusals, ...message, ...stored } },
    bodies,
  },
  remove: {
    words: described('Delete a Discord message'),
    schema: { params: ofMessage, response: { ...discordRefusals, ...stored, ...none } },
  },
} satisfies Record<string, SentCall>

const Post = z.object({
  id: z.string(),
  channel_id: z.string(),
  root_id: z.string().describe('The post that it replies to, or empty.'),
  create_at: z.number(),
  edit_at: z.number().describe('0 if it was never edited.'),
  text: z.string(),
  attachments: z.unknown().optional(),
  username: z.unknown().optional(),
  icon_url: z.unknown().optional(),
  files: z.array(PostFileObject).optional().describe('Absent without files.'),
})
const Delivery = z.object({ id: z.string(), outcome: z.string(), posts: z.array(Post) })

const words = { tags: ['Hooks'], security: [] as [] }

/** The calls about one of a hook’s own posts, or about all posts of a delivery. */
function ownPosts(noun: 'post' | 'delivery'): Record<'get' | 'patch' | 'delete', SentCall> {
  const id = z.string().length(26).describe(`The ${noun}’s id.`)
  const params = z.object({ key: hookKey, id })
  const found = noun === 'post' ? inJson('The post.', Post) : inJson('The delivery with its posts.', Delivery)
  const read: Answers = { ...sendingRefusals, 200: found }
  if (noun === 'delivery') Object.assign(read, { 202: settledAnswers[202] })
  const changed = { params, response: { ...sendingRefusals, ...settledAnswers } }
  return {
    get: {
      words: { ...words, summary: `Read a hook’s ${noun}`, description: 'Only what the hook itself posted.' },
      schema: { params, response: read },
    },
    patch: {
      words: {
        ...words,
        summary: `Replace a hook’s ${noun}`,
        description: 'The payload replaces the whole post.',
      },
      schema: changed,
      bodies: { 'application/json': PayloadSchema },
    },
    delete: {
      words: { ...words, summary: `Delete a hook’s ${noun}`, description: 'Deletes replies as well.' },
      schema: changed,
    },
  }
}

const names = adapters.map(({ name }) => name)

const description = `Reads JSON that a program writes for itself or for another chat (docs/adapters.md). \`slack\` reads the usual
payload, and never looks for another sender.

Discord’s clients get 204, or 200 and a message with \`?wait=true\`. Teams’ get \`1\`. Google Chat’s get a name and a thread.
A ping gets the answer that the webhook is connected.`

/** POST /hooks/{key}/{format}. */
const sendingAs: SentCall = {
  words: { ...sending.words, summary: 'Post another program’s own JSON', description },
  schema: {
    params: z.object({
      key: hookKey,
      format: z.enum([...names, 'slack'] as [string]).describe('Who wrote the body.'),
    }),
    querystring: sending.schema.querystring,
    headers: sending.schema.headers,
    response: {
      ...sending.schema.response,
      429: discordRefusals[429],
      200: {
        description: 'Stored, posted or skipped. The body is what this sender expects.',
        content: { 'text/plain': { schema: z.string() }, 'application/json': { schema: z.looseObject({}) } },
      },
      204: z.null().describe('Stored, for Discord’s clients.'),
    },
  },
  bodies: {
    'application/json': z.looseObject({}),
    'application/x-www-form-urlencoded': z.looseObject({}),
    'multipart/form-data': z.looseObject({}),
  },
}

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
