import type { Config } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../data/api.js'
import { clientPropsQuery } from '../data/client-props.js'
import { settingsQuery } from '../data/settings.js'
import { toast } from '../ui/toast.js'

/** Saves those settings that it is given; what others have changed meanwhile stays theirs. */
export function useSaveSettings() {
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
