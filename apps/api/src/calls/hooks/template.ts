import { calls, type HookTemplateObject, type TemplateFieldsObject } from '@posthorn/contract'
import {
  findHookTemplate,
  lostFields,
  type ManagedHook,
  saveHookTemplate as storeTemplate,
} from '@posthorn/db'
import { faultText, parseTemplate } from '@posthorn/formats'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'
import { Refused, refused } from '../../refusals/refused.js'
import { authorizeHook, authorizeHookChange } from './authorize.js'
import { logChange } from './log-change.js'

export const getHookTemplate = serve(calls.getHookTemplate, async ({ deps, caller, teamId, params }) => {
  const hook = await authorizeHook(deps, caller.user, { teamId, id: params.hook })
  return hook instanceof Refused ? hook : currentOf(deps, hook)
})

export const saveHookTemplate = serve(calls.saveHookTemplate, async context => {
  const { deps, caller, teamId, params, body } = context
  const wanted = { teamId, id: params.hook }
  const hook = await authorizeHookChange(deps, caller.user, wanted)
  if (hook instanceof Refused) return hook
  const fields = body.template ?? undefined
  const mistake =
    fields && (validate(fields) ?? (await whyNotThisChannel(deps, caller.user.id, hook, fields)))
  if (mistake) return mistake
  const by = { madeBy: caller.user.id, nowMs: deps.nowMs() }
  if (!(await storeTemplate(deps.db, hook.id, fields, by))) return refused('no_hook_here')
  logChange(context, 'hook template changed', hook)
  const changed = await authorizeHook(deps, caller.user, wanted)
  return changed instanceof Refused ? changed : currentOf(deps, changed)
})

function validate(fields: TemplateFieldsObject) {
  const parsing = parseTemplate(fields)
  if (parsing.outcome === 'parsed') return undefined
  const { fault } = parsing
  return fault.kind === 'too_long'
    ? refused('template_too_long', fault.message)
    : refused('bad_template', faultText(fault))
}

/** A hook posts with its creator's permissions, so nobody else chooses other channels for it. */
async function whyNotThisChannel(
  deps: ApiDeps,
  userId: string,
  hook: ManagedHook,
  { channel }: TemplateFieldsObject,
) {
  if (hook.userId === userId || channel === '') return undefined
  const before = await findHookTemplate(deps.db, hook.id, hook.templateVersion)
  return before?.channel === channel ? undefined : refused('only_creator_sets_channel')
}

/** How long a lost field is shown. */
const lostForMs = 7 * 86_400_000

async function currentOf({ db, nowMs }: ApiDeps, { id, templateVersion }: ManagedHook) {
  const found = templateVersion > 0 ? await findHookTemplate(db, id, templateVersion) : undefined
  if (!found) return { template: null, lost_fields: [] }
  const lost = await lostFields(db, id, nowMs() - lostForMs)
  const { createAt: create_at, madeBy: made_by, ...fields } = found
  const template: HookTemplateObject = { ...fields, create_at, made_by }
  const lost_fields = lost.map(({ field, deliveryId, toldAt }) => ({
    field,
    delivery: deliveryId,
    told_at: toldAt,
  }))
  return { template, lost_fields }
}
