import type { AppOverview } from '@posthorn/contract'
import { useSecret } from '../data/apps.js'
import { CopyField } from '../ui/forms/copy-field.js'
import { RegenerateSecret } from './regenerate-secret.js'

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
