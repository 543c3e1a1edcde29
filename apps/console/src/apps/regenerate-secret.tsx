import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateApps, keepSecret } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { Confirm } from '../server/confirm.js'
import { Button } from '../ui/button.js'

/** Asks before replacing the secret. */
export function RegenerateSecret({ app }: { app: AppOverview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-quiet">The secret was shown once. Nobody can look it up.</p>
      <Button icon="key" onClick={() => setOpen(true)}>
        Regenerate secret
      </Button>
      {isOpen && <Regenerate app={app} onClose={() => setOpen(false)} />}
    </div>
  )
}

function Regenerate({ app, onClose }: { app: AppOverview; onClose: () => void }) {
  const client = useQueryClient()
  const doing = useMutation({
    mutationFn: () => api.regenerateAppSecret({ params: { client: app.id } }),
    onSuccess: async changed => {
      keepSecret(client, changed)
      await invalidateApps(client)
      onClose()
    },
  })
  const title = `Regenerate the secret of ${app.name}`
  return (
    <Confirm {...{ title, doing, onClose }} action="Regenerate" onConfirm={() => doing.mutate()}>
      <p className="text-quiet">
        The old secret stops working at once, so the program can’t get new tokens until it has the new secret.
        Existing tokens stay valid.
      </p>
    </Confirm>
  )
}
