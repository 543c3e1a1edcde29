import { findAppOfBot, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'

/**
 * What shows that an app wrote a post, and which: clients show the name and the icon of hooks' posts by the same props.
 * `from_bot` tells it from a hook's. A person's post has none of them. Without overrides a bot has its own user name, which
 * is nobody else's, and its own picture.
 */
export async function botProps(
  { db, settings }: Pick<ApiDeps, 'db' | 'settings'>,
  author: User,
): Promise<Record<string, string>> {
  const app = author.isBot ? await findAppOfBot(db, author.id) : undefined
  if (!app) return {}
  const { EnablePostUsernameOverride, EnablePostIconOverride } = settings()
  const name = EnablePostUsernameOverride ? app.name : author.username
  const icon = EnablePostIconOverride && app.iconUrl !== '' ? { override_icon_url: app.iconUrl } : {}
  return { from_webhook: 'true', from_bot: 'true', override_username: name, ...icon }
}
