import type { SettingObject } from '@posthorn/contract'
import { useState } from 'react'
import { inGroups, type SettingValue, type SettingValues } from '../data/settings.js'
import { useSaveSettings } from './use-save-settings.js'

/** Settings that are changed together: what was not touched, or put back, is not saved. */
export function useSettingsForm(settings: SettingObject[]) {
  const [changes, setChanges] = useState<SettingValues>({})
  const { mutate, isPending, error } = useSaveSettings()
  const named = (name: string) => settings.find(setting => setting.name === name)
  return {
    value: (name: string): SettingValue | undefined => changes[name] ?? named(name)?.value,
    change: (name: string, value: SettingValue) => {
      const { [name]: _, ...others } = changes
      setChanges(named(name)?.value === value ? others : { ...others, [name]: value })
    },
    isChanged: Object.keys(changes).length > 0,
    discard: () => setChanges({}),
    save: () => mutate(inGroups(settings, changes), { onSuccess: () => setChanges({}) }),
    isPending,
    error,
  }
}
