/** The used part of a package without types. */
declare module 'simple-oauth2' {
  type Told = { access_token: string; refresh_token: string; scope: string }
  type Options = {
    client: { id: string; secret: string }
    auth: { tokenHost: string; tokenPath: string; authorizePath?: string; revokePath: string }
    options?: { authorizationMethod?: 'header' | 'body' }
  }

  export class AccessToken {
    token: Told
    refresh(params?: { scope?: string }): Promise<AccessToken>
    revoke(kind: 'access_token' | 'refresh_token'): Promise<void>
  }

  export class ClientCredentials {
    constructor(options: Options)
    getToken(params: { scope: string }): Promise<AccessToken>
  }

  export class AuthorizationCode {
    constructor(options: Options)
    authorizeURL(params: { redirect_uri: string; scope: string; state: string }): string
    getToken(params: { code: string; redirect_uri: string }): Promise<AccessToken>
  }
}
