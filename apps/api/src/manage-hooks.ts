import {
  changeHook,
  createHook,
  findChannels,
  findHook,
  type HookChoices,
  type ManagedHook,
  replaceKey,
  type User,
} from '@posthorn/db'
import { type ApiRefusal, newId, newSecret } from '@posthorn/server'
import { mayRead } from './access.js'
import { isSystemAdmin } from './caller.js'
import type { ApiDeps } from './deps.js'
import { isTeamAdmin, mayManageHooks } from './rights.js'

/** What a caller writes about a hook. */
export type AskedHook = {
  channel_id: string
  display_name: string
  description: string
  channel_locked?: boolean | undefined
  confirm?: boolean | undefined
  key: string
}

export type Refused = { outcome: ApiRefusal; detail?: string }

/** A hook and the key that was made for it, which is shown this once. */
export type Keyed = { outcome: 'keyed'; hook: ManagedHook; key: string }

const maxDisplayNameBytes = 64
const maxDescriptionBytes = 128

/** Make a hook (spec 3.2). Its team is its channel's, whatever the path says. */
export async function makeHook(deps: ApiDeps, caller: User, asked: AskedHook): Promise<Keyed | Refused> {
  const aim = await aimAt(deps, caller, asked.channel_id)
  if ('outcome' in aim) return aim
  const mistake = mistakeIn(asked) ?? mistakeInKey(caller, asked.key)
  if (mistake) return mistake
  const key = asked.key || newSecret()
  const choices = choicesOf(asked, { confirm: deps.settings().ConfirmNewHooks, locked: false })
  const hook = { ...choices, id: newId(), createAt: deps.nowMs(), userId: caller.id, teamId: aim.teamId }
  const made = await createHook(deps.db, hook, key)
  return made ? { outcome: 'keyed', hook: made, key } : { outcome: 'key_taken' }
}

/** Give a hook other choices; what a sender of this call may not know of stays as it is when it is not there. */
export async function remakeHook(
  deps: ApiDeps,
  caller: User,
  hook: ManagedHook,
  asked: AskedHook,
): Promise<{ outcome: 'changed'; hook: ManagedHook } | Refused> {
  const aim = await aimAt(deps, caller, asked.channel_id)
  if ('outcome' in aim) return aim
  if (aim.teamId !== hook.teamId) return { outcome: 'hook_of_other_team' }
  const mistake = mistakeIn(asked)
  if (mistake) return mistake
  const changed = await changeHook(deps.db, hook.id, choicesOf(asked, hook), deps.nowMs())
  return changed ? { outcome: 'changed', hook: changed } : { outcome: 'no_hook_here' }
}

/** Another key for a hook; the ones it had stay good for `overlapSeconds` (design 7). */
export async function rekeyHook(
  { db, nowMs }: ApiDeps,
  { id }: ManagedHook,
  overlapSeconds: number,
): Promise<Keyed | Refused> {
  const [key, now] = [newSecret(), nowMs()]
  const oldUntil = overlapSeconds === 0 ? 0 : now + overlapSeconds * 1000
  const hook = await replaceKey(db, id, key, { nowMs: now, oldUntil })
  return hook ? { outcome: 'keyed', hook, key } : { outcome: 'no_hook_here' }
}

/** A hook of the team in the path, for those who manage its hooks; with `toChange`, others' only for administrators. */
export async function reachHook(
  deps: ApiDeps,
  caller: User,
  { team, id, toChange }: { team: string; id: string; toChange: boolean },
): Promise<ManagedHook | ApiRefusal> {
  const hook = await findHook(deps.db, id)
  if (!hook) return 'no_hook_here'
  if (hook.teamId !== team) return 'hook_of_other_team'
  if (!(await mayManageHooks(deps, caller, team))) return 'no_permission_api'
  if (toChange && hook.userId !== caller.id && !(await isTeamAdmin(deps.db, caller, team)))
    return 'no_permission_api'
  return hook
}

/** The team of a channel that this user may point hooks at: a live one, public or theirs to read. */
async function aimAt(deps: ApiDeps, caller: User, channelId: string): Promise<{ teamId: string } | Refused> {
  const channel = (await findChannels(deps.db, [channelId])).get(channelId)
  if (!channel || channel.deleteAt > 0) return { outcome: 'no_such_channel' }
  if (!(await mayManageHooks(deps, caller, channel.teamId))) return { outcome: 'no_permission_api' }
  if (channel.type !== 'O' && !(await mayRead(deps.db, caller, channelId)))
    return { outcome: 'no_permission_api' }
  return { teamId: channel.teamId }
}

function choicesOf(asked: AskedHook, otherwise: Pick<HookChoices, 'confirm' | 'locked'>): HookChoices {
  return {
    channelId: asked.channel_id,
    displayName: asked.display_name,
    description: asked.description,
    confirm: asked.confirm ?? otherwise.confirm,
    locked: asked.channel_locked ?? otherwise.locked,
  }
}

function mistakeIn({ display_name, description }: AskedHook): Refused | undefined {
  if (Buffer.byteLength(display_name) > maxDisplayNameBytes) return { outcome: 'hook_display_name_too_long' }
  if (Buffer.byteLength(description) > maxDescriptionBytes) return { outcome: 'hook_description_too_long' }
  return undefined
}

/** A key from another server, so that senders need not be told of the move. */
function mistakeInKey(caller: User, key: string): Refused | undefined {
  if (key === '') return undefined
  if (!isSystemAdmin(caller))
    return {
      outcome: 'no_permission_api',
      detail: 'Only a system administrator chooses the key of a webhook.',
    }
  if (/^[a-z0-9]{26}$/.test(key)) return undefined
  return { outcome: 'bad_parameter', detail: 'Invalid key parameter: it has 26 characters of a-z and 0-9.' }
}
