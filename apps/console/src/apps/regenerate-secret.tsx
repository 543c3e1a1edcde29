import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateApps, keepSecret } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { Button } from '../ui/button.js'
import { Confirm } from '../ui/forms/confirm.js'

/** A button that says what a new secret does, and makes it. */
export function RegenerateSecret({ app }: { app: AppOverview }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-quiet">The secret was shown when it was made, and nobody can look it up.</p>
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
        The old secret is worth nothing from then on: until the program has the new one, it gets no further
        tokens. Those that it has stay good.
      </p>
    </Confirm>
  )
}
