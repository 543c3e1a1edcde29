import { hookIdOf, type MovedUrl, movedKey, writeUrls } from '../files/new-keys.js'
import { fingerprintOf } from '../files/open-input.js'
import { fit, readTable, type TableRow } from '../files/read-table.js'
import { openZip, type Zip } from '../files/zip.js'
import type { Records, Skip, Source } from '../source.js'
import { daysOf, readArray } from './archive.js'
import { slackPost } from './messages.js'
import { channelsIn, membersIn, teamKey, usersIn } from './objects.js'
import { readWorkspace, usernameOf, type Workspace } from './workspace.js'

export type SlackOptions = { as: string; into: string; hooks?: string; urls: string; posts: boolean }

type Context = { createAt: number; skip: Skip }

/** Opens a workspace export. */
export async function openSlack(file: string, { as, into, hooks, posts }: SlackOptions): Promise<Source> {
  const fingerprint = fingerprintOf(file)
  const zip = await openZip(file)
  const workspace = await readWorkspace(zip)
  const table = hooks === undefined ? [] : slackHooks(readTable(hooks))
  const readers = {
    team: (context: Context) => teamIn(into, context),
    user: (context: Context) => usersIn(workspace, context),
    channel: (context: Context) => channelsIn(workspace, context),
    member: () => membersIn(workspace),
    hook: (context: Context) => hooksIn(table, workspace, context),
    post: (context: Context) => (posts ? postsIn(zip, workspace, context) : []),
  }
  const read = (kind: keyof typeof readers, context: Context) => readers[kind](context)
  const findFile = async () => 'The export has only its address, which is not fetched.'
  return { name: as, fingerprint, read: read as Source['read'], findFile }
}

function* teamIn(name: string, { createAt }: Context): Generator<Records['team']> {
  yield { id: teamKey, create_at: createAt, name, display_name: name, type: 'I' }
}

async function* postsIn(
  zip: Zip,
  { conversations, names }: Workspace,
  { skip }: Context,
): AsyncGenerator<Records['post']> {
  for (const { id, folder } of conversations)
    for (const day of daysOf(zip, folder))
      for (const message of await readArray(zip, day)) {
        const post = slackPost(message, { channel: id, names, skip })
        if (post) yield post
      }
}

/** Writes the table of old and new URLs of imported hooks. */
export function saveUrls(
  { hooks = '', urls }: SlackOptions,
  baseUrl: string,
  isImported: (id: string) => boolean,
): void {
  const all = slackHooks(readTable(hooks))
  writeUrls(
    urls,
    [...new Map(all.map(hook => [hook.id, hook])).values()].filter(({ id }) => isImported(id)),
    baseUrl,
  )
}

const slackUrl =
  /^https:\/\/hooks\.slack(?:-gov)?\.com\/(services\/T[A-Z0-9]{4,20}\/B[A-Z0-9]{4,20}\/[A-Za-z0-9]{16,64})$/

/** A hook's row, its URL in Slack, and the path of that. */
type SlackHook = MovedUrl & { row: TableRow; path: string }

/**
 * Reads a table with the columns `url`, `channel` and `creator`, and maybe `title`. The new key is made of the old URL, so that
 * a repeated import finds the same hook. The old path works as well.
 */
function slackHooks(rows: TableRow[]): SlackHook[] {
  return rows.map(row => {
    const url = row.url ?? ''
    const old = slackUrl.exec(url)?.[1] ?? ''
    return { url, row, path: old, id: hookIdOf(old), key: old === '' ? '' : movedKey(old) }
  })
}

function* hooksIn(
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
