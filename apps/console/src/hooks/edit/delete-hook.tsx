import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../data/client/api.js'
import { hookTitle, invalidateHooks, useHook } from '../../data/hooks.js'
import { useTeam } from '../../data/teams.js'
import { Confirm } from '../../server/confirm.js'
import { Button } from '../../ui/button.js'
import { Time } from '../../ui/time.js'
import { toast } from '../../ui/toast.js'

/** Deletes the hook of the URL and returns to the list. */
function useDelete() {
  const team = useTeam()
  const hook = useHook()
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => api.deleteHook({ params: { team: team.id }, body: { id: hook.id } }),
    onSuccess: async () => {
      toast(`Deleted ${hookTitle(hook)}`)
      const params = { team: team.name }
      await navigate({ to: '/$team/integrations/incoming', params, ignoreBlocker: true })
      await invalidateHooks(client)
    },
  })
}

/** Asks before deleting the hook, and says what stops. */
export function DeleteHook() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete webhook
      </Button>
      {isOpen && <ConfirmDelete onClose={() => setOpen(false)} />}
    </>
  )
}

function ConfirmDelete({ onClose }: { onClose: () => void }) {
  const hook = useHook()
  const doing = useDelete()
  const asking = { title: `Delete ${hookTitle(hook)}?`, action: 'Delete webhook', look: 'danger' } as const
  const at = hook.last_used_at
  return (
    <Confirm {...asking} doing={doing} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        Its URL stops working at once, and calls to it are refused. Its posts stay, but its delivery history
        is deleted. You can’t undo this.
      </p>
      <p>
        {at === 0 ? (
          'It was never used.'
        ) : (
          <>
            It was last used <Time at={at} form="ago" />.
          </>
        )}
      </p>
    </Confirm>
  )
}
