import type { AppOverview } from '@posthorn/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateApps, keepSecret, useSecret } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { Confirm } from '../server/confirm.js'
import { Button } from '../ui/button.js'
import { CopyField } from '../ui/forms/copy-field.js'

/** What a program needs to use the application. The secret is shown only while it is new. */
export function Credentials({ app }: { app: AppOverview }) {
  const secret = useSecret(app.id)
  return (
    <>
      <CopyField label="Client ID" value={app.id} />
      {secret && <NewSecret secret={secret} />}
      <CopyField
        label="Server metadata"
        value={`${location.origin}/.well-known/oauth-authorization-server`}
        hint="Client libraries find every other address here."
      />
      {app.is_public ? (
        <p className="text-sm text-quiet">This is a public client: it has no secret and uses PKCE.</p>
      ) : (
        <RegenerateSecret app={app} />
      )}
    </>
  )
}

function NewSecret({ secret }: { secret: string }) {
  return (
    <div className="rounded-lg border border-line bg-accent-soft p-4">
      <CopyField
        label="Client secret"
        action="Copy secret"
        value={secret}
        hint="Copy it now. You won’t be able to see it again. Anyone who has it can act as this application."
      />
    </div>
  )
}

/** Asks before replacing the secret. */
function RegenerateSecret({ app }: { app: AppOverview }) {
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
