import { readSettings, type Settings, saveSettings } from '@posthorn/db'
import { refuse } from '@posthorn/server'
import { z } from 'zod'
import { callerOf, requireSystemAdmin } from '../caller.js'
import { Config, configOf, settingsIn } from '../config.js'
import type { ApiDeps, ApiServer } from '../deps.js'
import { Ok, ok } from '../json.js'

/** The settings, for system administrators (spec 12). */
export function adminRoutes(app: ApiServer, deps: ApiDeps): void {
  const { db, firstSettings, log } = deps
  requireSystemAdmin(app)

  app.get('/admin/config', { schema: { response: { 200: Config } } }, async () =>
    configOf(await readSettings(db, firstSettings)),
  )

  const save = { body: z.record(z.string(), z.unknown()), response: { 200: Ok } }
  /** All or nothing. What stays as it is is not stored: it may change with the environment or the next version. */
  app.post('/admin/save_config', { schema: save }, async (request, reply) => {
    const { settings, mistakes } = settingsIn(request.body)
    if (mistakes.length > 0)
      return refuse(reply, 'bad_parameter', `Invalid config parameter: ${mistakes.join('; ')}.`)
    const changes = unlike(settings, await readSettings(db, firstSettings))
    await saveSettings(db, changes)
    await deps.lookAtSettings()
    log.info(
      { request_id: request.id, user: callerOf(request).id, settings: Object.keys(changes) },
      'settings',
    )
    return ok
  })
}

function unlike(settings: Partial<Settings>, inForce: Settings): Partial<Settings> {
  const changed = Object.entries(settings).filter(
    ([name, value]) => inForce[name as keyof Settings] !== value,
  )
  return Object.fromEntries(changed)
}
