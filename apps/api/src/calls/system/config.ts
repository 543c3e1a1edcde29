import { calls, ok } from '@posthorn/contract'
import { readSettings, type Settings, saveSettings as storeSettings } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'
import { configOf, settingsIn } from './config-object.js'

export const getConfig = serve(calls.getConfig, async ({ deps }) =>
  configOf(await readSettings(deps.db, deps.firstSettings)),
)

/**
 * Stores all changed settings or none. Unchanged ones are not stored, because the environment or the next version
 * may change them.
 */
export const saveConfig = serve(calls.saveConfig, async ({ deps, caller, body, request }) => {
  const { settings, mistakes } = settingsIn(body)
  if (mistakes.length > 0)
    return refused('bad_parameter', `Invalid config parameter: ${mistakes.join('; ')}.`)
  const changes = changed(settings, await readSettings(deps.db, deps.firstSettings))
  await storeSettings(deps.db, changes, { userId: caller.user.id, atMs: deps.nowMs() })
  await deps.lookAtSettings()
  const facts = { request_id: request.id, user: caller.user.id, settings: Object.keys(changes) }
  deps.log.info(facts, 'settings')
  return ok
})

function changed(settings: Partial<Settings>, inForce: Settings): Partial<Settings> {
  const entries = Object.entries(settings).filter(
    ([name, value]) => inForce[name as keyof Settings] !== value,
  )
  return Object.fromEntries(entries)
}
