import type OAuth2Server from '@node-oauth/oauth2-server'
import type { App } from '@posthorn/db'

/** What one request is about: the app that makes it, the family that its tokens are of, and the refresh token that they replace. */
export type Grant = { appId: string | undefined; familyId: string; usedToken: string | undefined }

/** As the library has it: its id, what it may ask for, and the app. */
export type TokenClient = OAuth2Server.Client & { app: App }
