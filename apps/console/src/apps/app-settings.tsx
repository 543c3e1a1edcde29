import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidateApps } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/teams.js'
import { countOf } from '../format/amount.js'
import { formatNumber } from '../format/locale.js'
import { Confirm } from '../server/confirm.js'
import { Button } from '../ui/button.js'
import { Fact } from '../ui/fact.js'
import { toast } from '../ui/toast.js'
import { AppForm, type AppFormValues, appBody, appValuesOf } from './app-form.js'
import { AppIcon, AppKinds } from './app-table.js'
import { LastUsed } from './last-used.js'

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

/** Facts about an application: who registered it, and how it is used. */
export function AppSummary({ app }: { app: AppOverview }) {
  return (
    <div className="flex shrink-0 items-start gap-4 border-b border-line p-4">
      <AppIcon app={app} />
      <div className="flex min-w-0 flex-col gap-2">
        {app.description && <p className="max-w-prose text-quiet">{app.description}</p>}
        <dl className="flex min-w-0 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
          <Fact name="Registered by">{app.creator}</Fact>
          <Fact name="People">{formatNumber(app.users)}</Fact>
          <Fact name="Live tokens">{formatNumber(app.live_tokens)}</Fact>
          <Fact name="Last used">
            <LastUsed at={app.last_used_at} />
          </Fact>
        </dl>
        <div className="flex gap-2 empty:hidden">
          <AppKinds app={app} />
        </div>
      </div>
    </div>
  )
}

/** Deletes an application and returns to the list. */
function useDeleteApp({ id, name }: AppOverview) {
  const { name: team } = useTeam()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.deleteApp({ body: { id } }),
    onSuccess: async () => {
      toast(`Deleted ${name}`)
      await navigate({ to: '/$team/integrations/apps', params: { team } })
      await invalidateApps(client)
    },
  })
}

/** Asks before deleting an application, and says what stops. */
export function DeleteApp({ app }: { app: AppOverview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete application
      </Button>
      {isOpen && <ConfirmDelete app={app} onClose={() => setOpen(false)} />}
    </div>
  )
}

function ConfirmDelete({ app, onClose }: { app: AppOverview; onClose: () => void }) {
  const doing = useDeleteApp(app)
  const { name, live_tokens: tokens, users, bot_username: bot } = app
  const ends = `${countOf(tokens, 'token')} of ${countOf(users, 'person', 'people')} and their live connections end at once.`
  const asking = { title: `Delete ${name}?`, action: 'Delete application', look: 'danger', doing } as const
  return (
    <Confirm {...asking} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p>
        {tokens === 0 ? 'It has no live tokens.' : ends} Last used: <LastUsed at={app.last_used_at} />.
      </p>
      <p className="text-quiet">
        {bot !== '' && `Its bot @${bot} is deactivated. `}
        Its posts stay. You can’t undo this.
      </p>
    </Confirm>
  )
}
