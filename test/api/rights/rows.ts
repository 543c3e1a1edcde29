import { appRows } from './apps.js'
import { channelRows } from './channels.js'
import { deliveryRows } from './deliveries.js'
import { fileRows } from './files.js'
import { hookRows } from './hooks.js'
import { importRows } from './imports.js'
import { postRows } from './posts.js'
import { preferenceRows } from './preferences.js'
import { privacyRows } from './privacy.js'
import type { Row } from './row.js'
import { systemRows } from './system.js'
import { teamRows } from './teams.js'
import { userRows } from './users.js'

/** Lists every call below /api/v3, in every situation that checks the caller. */
export const rows: Row[] = [
  ...userRows,
  ...preferenceRows,
  ...teamRows,
  ...channelRows,
  ...postRows,
  ...fileRows,
  ...hookRows,
  ...deliveryRows,
  ...appRows,
  ...systemRows,
  ...privacyRows,
  ...importRows,
]

/** Maps each call that depends on its caller, or names a scope, to the scope that an app's token needs. */
export function scopesOfCalls(): Map<string, string> {
  const usual = (call: string) => (call.startsWith('GET ') ? 'read' : 'manage')
  const limited = rows.filter(({ answers }) => answers.nobody !== answers.root)
  const named = rows.flatMap(({ call, scope }) => (scope ? [[call, scope] as const] : []))
  return new Map([...limited.map(({ call }) => [call, usual(call)] as const), ...named])
}
