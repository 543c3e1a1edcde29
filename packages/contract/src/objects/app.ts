import { z } from 'zod'
import { scopes } from '../scopes.js'

/** An app. Its id is its client id; its secret is there when it was just made, never again. A public one has none, and no bot. */
export const AppObject = z.object({
  id: z.string(),
  creator_id: z.string(),
  create_at: z.number(),
  update_at: z.number(),
  client_secret: z.string(),
  name: z.string(),
  description: z.string(),
  icon_url: z.string(),
  callback_urls: z.array(z.string()),
  homepage: z.string(),
  is_trusted: z.boolean().describe('Whether users are not asked before it acts for them.'),
  is_public: z.boolean().describe('Whether it runs where it can keep no secret: it has to use PKCE.'),
  bot_user_id: z.string().describe('The account that it acts as by itself.'),
  bot_username: z.string(),
})
export type AppObject = z.infer<typeof AppObject>

const Used = AppObject.extend({
  last_used_at: z.number().describe('When a token of it was used last, to five minutes; 0: never.'),
})

/** An app as those see it who manage it. */
export const AppOverview = Used.extend({
  creator: z.string().describe('The user name of who registered it.'),
  live_tokens: z.number(),
  users: z.number().describe('How many let it act for them.'),
})
export type AppOverview = z.infer<typeof AppOverview>

const Scopes = z.array(z.enum(scopes))

/** An app that the caller let act for them. */
export const AuthorizedApp = Used.extend({ scopes: Scopes, authorized_at: z.number() })
export type AuthorizedApp = z.infer<typeof AuthorizedApp>

/** What an app asks of the caller. */
export const Authorization = z.object({
  app: AppObject,
  scopes: Scopes,
  redirect_host: z.string().describe('Where one is sent afterwards.'),
  needs_consent: z.boolean().describe('False where the app is trusted, or was let do all of this before.'),
})
export type Authorization = z.infer<typeof Authorization>
