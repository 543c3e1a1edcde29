import type { HookObject, HookOverview } from '@posthorn/contract'
import type { CommandContext } from '../../context.js'
import type { TableColumn } from '../../output/output.js'
import { ago, localTime } from '../../output/printable.js'
import { lookUpChannel, lookUpHook } from '../../session/find.js'
import { pages } from '../../session/pages.js'
import { confirm } from '../../session/prompt.js'

/** The options that a new hook or a change can set. */
export type HookOptions = {
  title?: string
  description?: string
  locked?: boolean
  confirm?: boolean
  format?: string
  allowFrom?: string[]
  collapse?: number
}

export type ListHooksOptions = {
  search: string
  only: '' | 'failing' | 'disabled' | 'never_used' | 'unused' | 'creator_deactivated' | 'unlocked'
  sort: '' | 'title' | 'last_used' | 'posted' | 'failure_rate'
  limit: number
  allTeams?: true
}

const overview: TableColumn<HookOverview>[] = [
  ['ID', hook => hook.id],
  ['TITLE', hook => hook.display_name],
  ['CHANNEL', ({ channel }) => channel.name],
  ['CREATOR', ({ creator }) => creator.username],
  ['POSTED 24H', hook => hook.posted_last_day],
  ['REJECTED', hook => hook.rejected_last_day],
  ['LAST USED', hook => ago(hook.last_used_at)],
  ['STATE', stateOf],
]

function stateOf({ delete_at, disabled_at, failing }: HookOverview): string {
  if (delete_at > 0) return 'deleted with its channel'
  if (disabled_at > 0) return 'disabled'
  return failing ? `failing: ${failing.message}` : 'ok'
}

const fields: TableColumn<HookObject>[] = [
  ['ID', hook => hook.id],
  ['URL', hook => hook.url ?? ''],
  ['Title', hook => hook.display_name],
  ['Description', hook => hook.description],
  ['Channel', hook => hook.channel_id],
  ['Locked to it', hook => (hook.channel_locked ? 'yes' : 'no')],
  ['Responds', hook => (hook.confirm ? 'when posted' : 'when stored')],
  ['Adapter', hook => hook.format],
  ['Template', hook => (hook.template_version > 0 ? `version ${hook.template_version}` : '')],
  ['Collapses for', ({ collapse }) => (collapse.window_seconds > 0 ? `${collapse.window_seconds} s` : '')],
  ['Signature', ({ signature }) => (signature ? 'verified' : '')],
  ['Allowed from', hook => hook.allow_from.join(', ')],
  ['Disabled since', hook => localTime(hook.disabled_at)],
  ['Failing since', hook => localTime(hook.failing_since)],
  ['Last used', hook => ago(hook.last_used_at)],
]

/** Lists the hooks of a team, or of all teams. */
export async function listHooks(
  { server, out, globals }: CommandContext,
  options: ListHooksOptions,
): Promise<void> {
  const { client, team } = await server()
  const { search, only, sort, limit, allTeams } = options
  const query = { search, only, sort }
  const params = allTeams ? undefined : { team: (await team()).id }
  const found = await pages(limit, async (cursor, count) => {
    const paged = { query: { ...query, cursor, limit: count } }
    const page = params ? await client.searchHooks({ ...paged, params }) : await client.searchAllHooks(paged)
    return { items: page.hooks, next: page.next }
  })
  const empty = globals.json ? '' : 'No hooks. Create one: posthorn hooks create <channel>'
  out.rows<HookOverview>(found, overview, empty)
}

/** Creates a hook and prints its URL. */
export async function createHookFor(
  context: CommandContext,
  channel: string,
  options: HookOptions,
): Promise<void> {
  const server = await context.server()
  const { id: team } = await server.team()
  const { id: channel_id } = await lookUpChannel(server, channel)
  const body = { channel_id, ...chosen(options) }
  printUrl(context, await server.client.createHook({ params: { team }, body }))
}

/** Changes a hook. The call repeats all texts, because absent ones become empty. */
export async function editHook(
  context: CommandContext,
  wanted: string,
  { channel, ...options }: HookOptions & { channel?: string },
): Promise<void> {
  const server = await context.server()
  const {
    id,
    team_id: team,
    channel_id,
    display_name,
    description,
    format,
  } = await lookUpHook(server, wanted)
  const moved = channel === undefined ? channel_id : (await lookUpChannel(server, channel)).id
  const body = { id, display_name, description, format, ...chosen(options), channel_id: moved }
  context.out.object(await server.client.updateHook({ params: { team }, body }), fields)
}

/** Shows a hook. */
export async function showHook({ server, out }: CommandContext, wanted: string): Promise<void> {
  out.object(await lookUpHook(await server(), wanted), fields)
}

/** Replaces a hook’s URL. `overlap`: for how many seconds the old one stays valid. */
export async function regenerateHook(
  context: CommandContext,
  wanted: string,
  overlap?: number,
): Promise<void> {
  const server = await context.server()
  const { id, team_id: team } = await lookUpHook(server, wanted)
  const body = { id, ...(overlap !== undefined && { overlap_seconds: overlap }) }
  printUrl(context, await server.client.rotateHookKey({ params: { team }, body }))
}

/** Disables or enables a hook. */
export async function switchHook(
  { server, out }: CommandContext,
  wanted: string,
  call: 'disableHook' | 'enableHook',
): Promise<void> {
  const found = await server()
  const { id, team_id: team, display_name } = await lookUpHook(found, wanted)
  await found.client[call]({ params: { team }, body: { id } })
  out.note(`${display_name || id} is ${call === 'disableHook' ? 'disabled' : 'enabled'}.`)
}

/** Deletes a hook after a confirmation. */
export async function deleteHookOnce(
  { server, out }: CommandContext,
  wanted: string,
  yes?: true,
): Promise<void> {
  const found = await server()
  const { id, team_id: team, display_name } = await lookUpHook(found, wanted)
  await confirm(`Delete ${display_name || id}? Its senders will be rejected.`, yes)
  await found.client.deleteHook({ params: { team }, body: { id } })
  out.note(`${display_name || id} is deleted.`)
}

/** Prints a URL that the server shows only this once. */
function printUrl({ out }: CommandContext, hook: HookObject): void {
  if (out.isQuiet && !out.isJson) out.line(hook.url ?? '')
  else out.object(hook, fields)
  out.note('Copy the URL now. You won’t be able to see it again.')
}

/** Returns the given options by the API’s names. */
function chosen({ title, description, locked, confirm, format, allowFrom, collapse }: HookOptions) {
  return {
    ...(title !== undefined && { display_name: title }),
    ...(description !== undefined && { description }),
    ...(locked !== undefined && { channel_locked: locked }),
    ...(confirm !== undefined && { confirm }),
    ...(format !== undefined && { format }),
    ...(allowFrom !== undefined && { allow_from: allowFrom }),
    ...(collapse !== undefined && { collapse: { window_seconds: collapse } }),
  }
}
