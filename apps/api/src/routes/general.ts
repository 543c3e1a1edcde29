import { type Settings, settingNames } from '@posthorn/core'
import { versionId } from '@posthorn/server'
import { z } from 'zod'
import type { ApiDeps, ApiServer } from '../deps.js'

const Ping = z.object({ version: z.string(), server_time: z.string() })

/** What anybody may ask (spec 5.3 and 5.4). */
export function generalRoutes(app: ApiServer, { nowMs, settings }: ApiDeps): void {
  app.get('/general/ping', { schema: { response: { 200: Ping } } }, async () => {
    return { version: versionId, server_time: String(nowMs()) }
  })

  const props = z.record(z.string(), z.string())
  /** What clients adapt themselves to, as texts. */
  app.get('/general/client_props', { schema: { response: { 200: props } } }, async () => {
    return { Version: versionId, BuildNumber: versionId, ...switches(settings()) }
  })
}

/** What is on or off; numbers and rates are not everybody's business. */
function switches(settings: Settings): Record<string, string> {
  const names = settingNames.filter(name => typeof settings[name] === 'boolean')
  return Object.fromEntries(names.map(name => [name, String(settings[name])]))
}
