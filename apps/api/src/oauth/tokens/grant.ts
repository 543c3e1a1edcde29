import type OAuth2Server from '@node-oauth/oauth2-server'
import type { App } from '@posthorn/db'

/** The state of one request: the app, the family of its tokens, and the refresh token that they replace. */
export type Grant = { appId: string | undefined; familyId: string; usedToken: string | undefined }

/** The app in the library's interface: its id, its grants, and the row. */
export type TokenClient = OAuth2Server.Client & { app: App }
