import type { AppObject, AppOverview, AuthorizedApp } from '@posthorn/contract'
import type { App, AppUsage, Authorized } from '@posthorn/db'
import { scopesOf } from '../http/callers/caller.js'

/** `secret`: only for the caller that created it. */
export function appObject({ bot, ...app }: App, secret = ''): AppObject {
  return {
    id: app.id,
    creator_id: app.creatorId,
    create_at: app.createAt,
    update_at: app.updateAt,
    client_secret: secret,
    name: app.name,
    description: app.description,
    icon_url: app.iconUrl,
    callback_urls: app.callbackUrls,
    homepage: app.homepage,
    is_trusted: app.isTrusted,
    is_public: app.isPublic,
    bot_user_id: bot?.id ?? '',
    bot_username: bot?.username ?? '',
  }
}

export function appOverview(app: App, usage: AppUsage | undefined): AppOverview {
  return {
    ...appObject(app),
    creator: usage?.creator ?? '',
    live_tokens: usage?.liveTokens ?? 0,
    users: usage?.users ?? 0,
    last_used_at: usage?.lastUsedAt ?? 0,
  }
}

export function authorizedApp({ app, scope, authorizedAt, lastUsedAt }: Authorized): AuthorizedApp {
  return {
    ...appObject(app),
    scopes: [...scopesOf({ isOauth: true, scope })],
    authorized_at: authorizedAt,
    last_used_at: lastUsedAt,
  }
}
