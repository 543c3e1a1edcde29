import { adapters } from '@posthorn/formats'
import { z } from 'zod'
import { discordRefusals, hookKey, type SentCall, sending } from './sending.js'

const names = adapters.map(({ name }) => name)

const description = `Reads JSON that a program writes for itself or for another chat (docs/adapters.md). \`slack\` reads the usual
payload, and never looks for another sender.

Discord’s clients get 204, or 200 and a message with \`?wait=true\`. Teams’ get \`1\`. Google Chat’s get a name and a thread.
A ping gets the answer that the webhook is connected.`

/** POST /hooks/{key}/{format}. */
export const sendingAs: SentCall = {
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
