import { calls } from '@posthorn/contract'
import { searchHooks as findHooks, type ManagedHook, setHookDisabled, type User } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { isTeamAdmin } from '../../http/rights/rights.js'
import { type Context, serve } from '../../http/serve-calls.js'
import { hookObject } from '../../objects/hook-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHook } from './authorize.js'
import { hookInTeam } from './hook-overview.js'
import { logChange } from './log-change.js'
import { pageOf, searchOf } from './search.js'

/**
 * Only administrators can enable or disable a hook, so that a member cannot enable a hook that was disabled for good
 * reason.
 */
export async function authorizeAdministration(
  deps: ApiDeps,
  user: User,
  wanted: { teamId: string; id: string },
): ReturnType<typeof authorizeHook> {
  const hook = await authorizeHook(deps, user, wanted)
  if (hook instanceof Refused) return hook
  return (await isTeamAdmin(deps.db, user, wanted.teamId)) ? hook : refused('no_permission_api')
}

type Switching = Context<typeof calls.disableHook | typeof calls.enableHook>

async function switchHook(context: Switching, disabledAt: number, what: string) {
  const { deps, caller, teamId, body } = context
  const hook = await authorizeAdministration(deps, caller.user, { teamId, id: body.id })
  if (hook instanceof Refused) return hook
  return answerChanged(context, await setHookDisabled(deps.db, hook.id, disabledAt, deps.nowMs()), what)
}

/** Returns the current hook, and logs the action. */
export function answerChanged(
  context: Pick<Switching, 'deps' | 'caller' | 'request' | 'reply'>,
  hook: ManagedHook | undefined,
  what: string,
) {
  if (!hook) return refused('no_hook_here')
  logChange(context, what, hook)
  return hookObject(hook)
}

export const disableHook = serve(calls.disableHook, context =>
  switchHook(context, context.deps.nowMs(), 'hook disabled'),
)

export const enableHook = serve(calls.enableHook, context => switchHook(context, 0, 'hook enabled'))

export const searchAllHooks = serve(calls.searchAllHooks, async ({ deps, caller: { user }, query }) => {
  const { hooks, ...page } = pageOf(await findHooks(deps.db, searchOf(deps, user, query)), query.limit)
  return { hooks: hooks.map(hookInTeam), ...page }
})
