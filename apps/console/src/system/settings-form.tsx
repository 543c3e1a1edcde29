import type { Config, SettingObject } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { inGroups, type SettingValue, type SettingValues, settingsQuery } from '../data/admin/settings.js'
import { api } from '../data/client/api.js'
import { clientPropsQuery } from '../data/client/client-props.js'
import { FormError } from '../server/states.js'
import { Button } from '../ui/button.js'
import { classes } from '../ui/classes.js'
import { UnsavedChanges } from '../ui/forms/unsaved-changes.js'
import { Time } from '../ui/time.js'
import { toast } from '../ui/toast.js'

type SettingsFormProps = { form: ReturnType<typeof useSettingsForm>; children: ReactNode }

/** A form for settings. Asks before unsaved changes are lost. */
export function SettingsForm({ form, children }: SettingsFormProps) {
  const { error, isChanged, isPending, discard, save } = form
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        save()
      }}
      className="flex max-w-2xl flex-col gap-6 p-4"
    >
      {children}
      {error !== null && <FormError error={error} />}
      <div className="flex items-center gap-2">
        <Button type="submit" look="primary" busy={isPending} disabled={!isChanged}>
          Save changes
        </Button>
        {isChanged && <Button onClick={discard}>Discard</Button>}
      </div>
      <UnsavedChanges there={isChanged} />
    </form>
  )
}

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

/** The source of a setting's value. */
export function SettingOrigin({ setting, className }: { setting: SettingObject; className?: string }) {
  const { source, saved_by, saved_at } = setting
  return (
    <p className={classes('text-xs text-quiet', className)}>
      {source === 'default' && 'Default'}
      {source === 'environment' && 'Set by an environment variable'}
      {source === 'saved' && (
        <>
          Saved{saved_by && ` by ${saved_by.username}`}
          {saved_at > 0 && (
            <>
              , <Time at={saved_at} form="ago" />
            </>
          )}
        </>
      )}
    </p>
  )
}
