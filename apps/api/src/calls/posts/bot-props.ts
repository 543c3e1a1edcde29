import { type Db, findAppOfBot, type User } from '@posthorn/db'

/**
 * What shows that an app wrote a post, and which: clients show the name and the icon of hooks' posts by the same props.
 * `from_bot` tells it from a hook's. A person's post has none of them.
 */
export async function botProps(db: Db, author: User): Promise<Record<string, string>> {
  const app = author.isBot ? await findAppOfBot(db, author.id) : undefined
  if (!app) return {}
  const icon = app.iconUrl === '' ? {} : { override_icon_url: app.iconUrl }
  return { from_webhook: 'true', from_bot: 'true', override_username: app.name, ...icon }
}
