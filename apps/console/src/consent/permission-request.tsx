import { type Authorization, scopeWords } from '@posthorn/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AppIcon } from '../apps/app-icon.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { FormError } from '../server/states.js'
import { Icon } from '../ui/icon.js'

/** An application's homepage, and the host that the browser goes to next. People recognize it by these, not by its name. */
function Destinations({ homepage, host }: { homepage: string; host: string }) {
  const link = 'text-accent underline underline-offset-2'
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
      <dt className="text-quiet">Homepage</dt>
      <dd dir="auto" className="truncate">
        <a href={homepage} target="_blank" rel="noreferrer" className={link}>
          {homepage}
        </a>
      </dd>
      <dt className="text-quiet">Redirects to</dt>
      <dd dir="auto" className="truncate font-medium">
        {host}
      </dd>
    </dl>
  )
}

/** Shows who decides, and offers to log in as somebody else. */
function SignedIn() {
  const { username } = useMe()
  const leaving = useMutation({ mutationFn: () => api.logout(), onSuccess: () => location.reload() })
  const link = 'rounded-sm text-accent underline underline-offset-2'
  return (
    <div className="text-sm">
      <p className="text-quiet">
        Logged in as <span className="font-medium text-text">{username}</span>.{' '}
        <button type="button" disabled={leaving.isPending} onClick={() => leaving.mutate()} className={link}>
          Not you?
        </button>
      </p>
      {leaving.error && <FormError error={leaving.error} />}
    </div>
  )
}

type PermissionRequestProps = { authorization: Authorization; children: ReactNode }

/** Shows what an application asks for. `children` are the buttons. */
export function PermissionRequest({ authorization, children }: PermissionRequestProps) {
  const { app, scopes, redirect_host } = authorization
  return (
    <div className="m-auto flex w-full max-w-md flex-col gap-6 rounded-lg border border-line bg-raised p-6 shadow-pop">
      <header className="flex flex-col items-center gap-3 text-center">
        <AppIcon app={app} size="lg" />
        <h1 className="text-xl font-semibold text-balance">{app.name} wants to act for you</h1>
        {app.description && <p className="text-quiet text-pretty">{app.description}</p>}
        <SignedIn />
      </header>
      <Scopes scopes={scopes} />
      <Destinations homepage={app.homepage} host={redirect_host} />
      {children}
      <p className="text-sm text-quiet">
        You can revoke this at any time in My account, under Authorized applications.
      </p>
    </div>
  )
}

function Scopes({ scopes }: Pick<Authorization, 'scopes'>) {
  return (
    <section aria-label="Permissions">
      <h2 className="font-medium">If you allow it, the application can</h2>
      <ul className="mt-2 flex flex-col gap-2">
        {scopes.map(scope => (
          <li key={scope} className="flex gap-2">
            <Icon name="check" className="mt-0.5 size-4 text-accent" />
            <span>{scopeWords[scope]}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
