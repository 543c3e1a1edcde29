import { z } from 'zod'
import { scopes } from '../scopes.js'

/**
 * An app. Its ID is its client ID. Its secret is included only right after creation. A public app has neither
 * secret nor bot.
 */
export const AppObject = z
  .object({
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
    is_trusted: z.boolean().describe('Whether the app skips the consent page.'),
    is_public: z.boolean().describe('Whether the app cannot keep a secret. Public apps must use PKCE.'),
    bot_user_id: z.string().describe('The app’s bot account.'),
    bot_username: z.string(),
  })
  .meta({ id: 'App' })
export type AppObject = z.infer<typeof AppObject>

const Used = AppObject.extend({
  last_used_at: z
    .number()
    .describe('Last use of one of the app’s tokens, to the nearest five minutes. 0 if never used.'),
})

/** An app with the details for the users who manage it. */
export const AppOverview = Used.extend({
  creator: z.string().describe('User name of the user who registered the app.'),
  live_tokens: z.number(),
  users: z.number().describe('Number of users who authorized the app.'),
})
export type AppOverview = z.infer<typeof AppOverview>

const Scopes = z.array(z.enum(scopes))

/** An app that the caller has authorized. */
export const AuthorizedApp = Used.extend({ scopes: Scopes, authorized_at: z.number() })
export type AuthorizedApp = z.infer<typeof AuthorizedApp>

/** What an app asks the caller to allow. */
export const Authorization = z.object({
  app: AppObject,
  scopes: Scopes,
  redirect_host: z.string().describe('Host that the user returns to.'),
  needs_consent: z
    .boolean()
    .describe('False if the app is trusted or the user has already granted all of this.'),
})
export type Authorization = z.infer<typeof Authorization>
