import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../data/client/api.js'
import { useHook } from '../data/hooks.js'
import { useTeam } from '../data/teams.js'
import { Confirm } from '../server/confirm.js'
import { Button, buttonClasses } from '../ui/button.js'
import { Toggle } from '../ui/forms/toggle.js'
import { toast } from '../ui/toast.js'

/** Exports or erases what a hook's senders sent. */
export function HookHistory() {
  const [isAsking, setAsking] = useState(false)
  const [team, hook] = [useTeam(), useHook()]
  const file = `/api/v3/teams/${team.id}/hooks/incoming/${hook.id}/export`
  return (
    <div className="flex flex-wrap gap-2">
      <a href={file} download className={buttonClasses()}>
        Export history
      </a>
      <Button look="danger" onClick={() => setAsking(true)}>
        Erase history
      </Button>
      {isAsking && <EraseHistory onClose={() => setAsking(false)} />}
    </div>
  )
}

function EraseHistory({ onClose }: { onClose: () => void }) {
  const [team, hook] = [useTeam(), useHook()]
  const [posts, setPosts] = useState(false)
  const client = useQueryClient()
  const doing = useMutation({
    mutationFn: () =>
      api.eraseHookHistory({ params: { team: team.id, hook: hook.id }, body: { hook: hook.id, posts } }),
    onSuccess: async () => {
      toast('Erasing the history in the background')
      onClose()
      await client.invalidateQueries({ queryKey: ['deliveries'] })
    },
  })
  const asking = { title: 'Erase the history?', action: 'Erase history', look: 'danger', doing } as const
  return (
    <Confirm {...asking} onConfirm={() => doing.mutate()} onClose={onClose}>
      <p className="text-quiet">
        This erases the payloads and senders of all deliveries. You can’t replay them afterwards. Their times
        and outcomes stay. You can’t undo this.
      </p>
      <Toggle label="Delete the posts of this webhook, too" checked={posts} onChange={setPosts} />
    </Confirm>
  )
}
