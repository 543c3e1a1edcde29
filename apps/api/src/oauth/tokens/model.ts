import type OAuth2Server from '@node-oauth/oauth2-server'
import { findApp, findAppToAuthenticate, findUser } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { scopesAsked } from '../scopes.js'
import { codeModel } from './code-model.js'
import type { Grant, TokenClient } from './grant.js'
import { refreshModel } from './refresh-model.js'
import { saveToken } from './save-token.js'

const ofUsers = ['authorization_code', 'refresh_token']

/** The library's view of an app during one request. */
export function tokenModel(deps: ApiDeps) {
  const { db } = deps
  const grant: Grant = { appId: undefined, familyId: newId(), usedToken: undefined }
  return {
    ...codeModel(deps, grant),
    ...refreshModel(deps, grant),
    getClient: async (id: string, secret: string | undefined): Promise<TokenClient | undefined> => {
      const app = await findAppToAuthenticate(db, id, secret ?? '')
      grant.appId = app?.id
      return app && { id, app, grants: app.isPublic ? ofUsers : [...ofUsers, 'client_credentials'] }
    },
    /** Client credentials. */
    getUserFromClient: async ({ id }: OAuth2Server.Client) => {
      const bot = (await findApp(db, id))?.bot
      const user = bot && (await findUser(db, bot.id))
      return user && user.deleteAt === 0 ? user : undefined
    },
    validateScope: async (_user: unknown, _client: unknown, asked: string[] = []) => scopesAsked(asked),
    generateAccessToken: async () => newSecret(),
    saveToken: (token: OAuth2Server.Token, client: OAuth2Server.Client, user: OAuth2Server.User) =>
      saveToken(deps, grant, { token, client: client as TokenClient, user: user as { id: string } }),
  }
}
