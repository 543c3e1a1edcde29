import type { Db } from './open.js'

/** What administrators decide; the names are the reference server's (spec 12). */
export type Settings = {
  EnableIncomingWebhooks: boolean
  EnableOnlyAdminIntegrations: boolean
  EnablePostUsernameOverride: boolean
  EnablePostIconOverride: boolean
  RequireTeamNameAtLogin: boolean
}

const defaults: Settings = {
  EnableIncomingWebhooks: true,
  EnableOnlyAdminIntegrations: true,
  EnablePostUsernameOverride: false,
  EnablePostIconOverride: false,
  RequireTeamNameAtLogin: true,
}

/** The settings in force: what is stored, else the defaults. */
export async function readSettings(db: Db): Promise<Settings> {
  const rows = await db.setting.findMany({ where: { name: { in: Object.keys(defaults) } } })
  return { ...defaults, ...Object.fromEntries(rows.map(({ name, value }) => [name, value])) }
}

export async function saveSettings(db: Db, settings: Partial<Settings>): Promise<void> {
  const writes = Object.entries(settings).map(([name, value]) =>
    db.setting.upsert({ where: { name }, create: { name, value }, update: { value } }),
  )
  await db.$transaction(writes)
}

/** Rises with every change of hooks, their keys and settings. */
export async function readVersion(db: Db): Promise<number> {
  const row = await db.setting.findUniqueOrThrow({ where: { name: 'version' } })
  return Number(row.value)
}
