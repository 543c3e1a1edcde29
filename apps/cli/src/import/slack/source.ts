import { writeUrls } from '../files/new-keys.js'
import { fingerprintOf } from '../files/open-input.js'
import { readTable } from '../files/read-table.js'
import { openZip, type Zip } from '../files/zip.js'
import type { Records, Skip, Source } from '../source.js'
import { daysOf, readArray } from './archive.js'
import { hooksIn, slackHooks } from './hooks.js'
import { slackPost } from './messages.js'
import { channelsIn, membersIn, teamKey, usersIn } from './objects.js'
import { readWorkspace, type Workspace } from './workspace.js'

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
