import { findAppOfBot, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'

/**
 * Props that mark a post as an app's. Clients show its name and icon by the same props as for hooks; `from_bot`
 * distinguishes it from a hook's post. People's posts have none of them. Without overrides, a bot has its own unique
 * user name and picture.
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
