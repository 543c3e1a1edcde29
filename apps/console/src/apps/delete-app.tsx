import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { invalidateApps } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { useTeam } from '../data/current-team.js'
import { countOf } from '../format/amount.js'
import { Confirm } from '../server/confirm.js'
import { Button } from '../ui/button.js'
import { toast } from '../ui/toast.js'
import { LastUsed } from './last-used.js'

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
