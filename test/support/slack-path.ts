import { type Db, digest } from '@posthorn/db'
import { slackHookKey } from '@posthorn/formats'

const parts = { workspace: 'T0HARBOUR', webhook: 'B0BUILDS1', secret: 'abcdefghijklmnopqrstuvwx' }

/** Gives a hook, or else the first one, a path of Slack, as an import does. @returns the path */
export async function keepSlackPath(db: Db, id?: string): Promise<string> {
  const hookId = id ?? (await db.hook.findFirstOrThrow()).id
  const key = slackHookKey(parts)
  await db.hookKey.create({ data: { digest: digest(key), hookId, createAt: 1 } })
  return `/${key}`
}
