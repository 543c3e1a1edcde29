import { calls, type SettingObject } from '@posthorn/contract'
import {
  readSettings,
  type SettingName,
  type SettingRule,
  type Settings,
  type StoredSetting,
  settingNames,
  settingRules,
  storedSettings,
} from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'

export const listSettings = serve(calls.listSettings, async ({ deps: { db, firstSettings } }) => {
  const [inForce, stored] = await Promise.all([readSettings(db, firstSettings), storedSettings(db)])
  const byName = new Map(stored.map(one => [one.name, one]))
  return settingNames
    .toSorted()
    .map(name => settingObject(name, inForce, { saved: byName.get(name), first: firstSettings[name] }))
})

type Origin = { saved: StoredSetting | undefined; first: Settings[SettingName] | undefined }

function settingObject(name: SettingName, inForce: Settings, { saved, first }: Origin): SettingObject {
  const { group, about, wants, range, first: otherwise }: SettingRule = settingRules[name]
  const { userId: id = '', username = '', savedAt = 0 } = saved ?? {}
  const fromOutside = first === undefined || first === otherwise ? 'default' : 'environment'
  return {
    name,
    group,
    about,
    wants,
    ...(range && { range }),
    value: inForce[name],
    source: saved ? 'saved' : fromOutside,
    saved_by: username === '' ? null : { id, username },
    saved_at: savedAt,
  }
}
