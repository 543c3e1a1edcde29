import type { AppOverview } from '@posthorn/contract'
import { useSecret } from '../data/apps.js'
import { CopyField } from '../ui/forms/copy-field.js'
import { RegenerateSecret } from './regenerate-secret.js'

/** What a program is configured with; the secret only while it is new. */
export function Credentials({ app }: { app: AppOverview }) {
  const secret = useSecret(app.id)
  return (
    <>
      <CopyField label="Client id" value={app.id} />
      {secret && <NewSecret secret={secret} />}
      <CopyField
        label="Server metadata"
        value={`${location.origin}/.well-known/oauth-authorization-server`}
        hint="Libraries find every other address in it: where people are asked, and where tokens come from."
      />
      {app.is_public ? (
        <p className="text-sm text-quiet">It is public: it has no secret, and uses PKCE.</p>
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
        hint="Copy it now: it is not shown again. Whoever has it can act as this application."
      />
    </div>
  )
}
