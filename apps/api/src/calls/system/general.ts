import { calls } from '@posthorn/contract'
import { awaitsFirstLogin, onlyTeamName, type Settings, settingNames } from '@posthorn/db'
import { versionId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'
import { serve } from '../../http/serve-calls.js'

export const ping = serve(calls.ping, async ({ deps }) => ({
  version: versionId,
  server_time: String(deps.nowMs()),
}))

/** The licence that clients of the reference server expect: none. */
export const license = { IsLicensed: 'false' } as const

export const getClientLicense = serve(calls.getClientLicense, async () => license)

export const getClientProps = serve(calls.getClientProps, ({ deps }) => clientProps(deps))

/** What clients adapt to, as texts. */
export async function clientProps({ db, settings, files }: ApiDeps): Promise<Record<string, string>> {
  const known = settings()
  const [isFirst, team] = await Promise.all([
    awaitsFirstLogin(db),
    known.RequireTeamNameAtLogin ? onlyTeamName(db) : undefined,
  ])
  const first = isFirst ? { AwaitsFirstLogin: 'true' } : {}
  const only = team === undefined ? {} : { OnlyTeamName: team }
  const stores = { EnableFileAttachments: String(files !== undefined) }
  return { Version: versionId, BuildNumber: versionId, ...switches(known), ...stores, ...first, ...only }
}

/** Booleans only; numbers and rates are not public. */
function switches(settings: Settings): Record<string, string> {
  const names = settingNames.filter(name => typeof settings[name] === 'boolean')
  return Object.fromEntries(names.map(name => [name, String(settings[name])]))
}
