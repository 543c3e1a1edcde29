import type { Config, SettingObject } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inGroups, type SettingValue, type SettingValues, settingsQuery } from '../data/admin/settings.js'
import { api } from '../data/client/api.js'
import { clientPropsQuery } from '../data/client/client-props.js'
import { toast } from '../ui/toast.js'

/** Saves the given settings only, so that other people's changes stay. */
function useSaveSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Config) => api.saveConfig({ body }),
    onSuccess: async () => {
      const known = [settingsQuery.queryKey, clientPropsQuery.queryKey, ['hooks'], ['audit']]
      await Promise.all(known.map(queryKey => client.invalidateQueries({ queryKey })))
      toast('Saved')
    },
  })
}

/** Settings that are edited together. Unchanged ones are not saved. */
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
