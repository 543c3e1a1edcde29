import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { invalidateApps } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { toast } from '../ui/toast.js'
import { AppForm } from './app-form.js'
import { type AppFormValues, appBody, appValuesOf } from './app-values.js'

/** The editable settings of an application. */
export function AppSettings({ app }: { app: AppOverview }) {
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (choices: AppFormValues) => {
      const { is_public: _, ...body } = appBody(choices)
      return api.updateApp({ body: { id: app.id, ...body } })
    },
    onSuccess: async () => {
      await invalidateApps(client)
      toast('Saved')
    },
  })
  return <AppForm initial={appValuesOf(app)} action="Save changes" saving={saving} />
}
