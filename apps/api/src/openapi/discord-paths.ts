import { z } from 'zod'
import { bare, inJson } from './answers.js'
import { discordRefusals, hookKey, type SentCall, wait } from './sending.js'

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
export const discordCalls = {
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
