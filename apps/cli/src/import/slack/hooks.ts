import { fit } from '../files/fields.js'
import { hookIdOf, type MovedUrl, movedKey } from '../files/new-keys.js'
import type { TableRow } from '../files/read-table.js'
import type { Records, Skip } from '../source.js'
import { usernameOf, type Workspace } from './workspace.js'

const slackUrl =
  /^https:\/\/hooks\.slack(?:-gov)?\.com\/(services\/T[A-Z0-9]{4,20}\/B[A-Z0-9]{4,20}\/[A-Za-z0-9]{16,64})$/

/** A hook's row, its URL in Slack, and the path of that. */
export type SlackHook = MovedUrl & { row: TableRow; path: string }

/**
 * Reads a table with the columns `url`, `channel` and `creator`, and maybe `title`. The new key is made of the old URL, so that
 * a repeated import finds the same hook. The old path works as well.
 */
export function slackHooks(rows: TableRow[]): SlackHook[] {
  return rows.map(row => {
    const url = row.url ?? ''
    const old = slackUrl.exec(url)?.[1] ?? ''
    return { url, row, path: old, id: hookIdOf(old), key: old === '' ? '' : movedKey(old) }
  })
}

export function* hooksIn(
  hooks: SlackHook[],
  { users, conversations }: Workspace,
  { createAt, skip }: { createAt: number; skip: Skip },
): Generator<Records['hook']> {
  for (const { id: hookId, key, path, row } of hooks) {
    const [name, creator, title = ''] = [row.channel?.replace(/^#/, '') ?? '', row.creator ?? '', row.title]
    const channel = conversations.find(({ id, folder, type }) => type !== 'D' && [id, folder].includes(name))
    const user = users.find(one => one.id === creator || usernameOf(one) === creator.replace(/^@/, ''))
    if (key === '') skip('hook', title, 'Its URL is not https://hooks.slack.com/services/T…/B…/….')
    else if (!channel) skip('hook', title, `There is no channel ${name} in the export.`)
    else if (!user) skip('hook', title, `There is no user ${creator} in the export.`)
    else
      yield {
        ...{ id: hookId, key, path, create_at: createAt, channel_id: channel.id, user_id: String(user.id) },
        display_name: fit(title, 64),
      }
  }
}
