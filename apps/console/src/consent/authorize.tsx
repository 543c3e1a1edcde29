import { type Authorization, scopeWords } from '@posthorn/contract'
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { AppIcon } from '../apps/app-table.js'
import { authorizationQuery, decide } from '../data/authorization.js'
import { api } from '../data/client/api.js'
import { isPassing } from '../data/client/failures.js'
import { queryClient } from '../data/query-client.js'
import { useMe } from '../data/session.js'
import { lastTeam } from '../layout/last-places.js'
import { SessionGate } from '../log-in/session-gate.js'
import { ErrorState, FormError, Loading } from '../server/states.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'

/**
 * The page at `/oauth/authorize`. It is outside the console's router, which would rewrite the address, while the application's
 * parameters must be passed on unchanged. After a login, it asks the server again.
 */
export function ConsentApp() {
  return (
    <QueryClientProvider client={queryClient}>
      <div className="flex h-dvh flex-col">
        <SessionGate team={lastTeam()} app={askingApp()} onLoggedIn={() => location.reload()}>
          <AuthorizeScreen />
        </SessionGate>
      </div>
    </QueryClientProvider>
  )
}

/** The application that sent the user, which the server writes into the page. Empty if it is unknown. */
function askingApp(): string {
  return document.querySelector<HTMLMetaElement>('meta[name=authorizing-app]')?.content ?? ''
}

/** Asks whether an application may act for the user. No button has the focus, so Enter decides nothing. */
function AuthorizeScreen() {
  const { data, error, refetch } = useQuery(authorizationQuery)
  useEffect(() => {
    document.title = `${data?.app.name ?? 'An application'} · Posthorn`
  }, [data])
  return (
    <main className="flex min-h-0 flex-auto overflow-y-auto bg-sidebar p-4">
      {!data && error && <ErrorState error={error} {...(isPassing(error) && { onRetry: refetch })} />}
      {!data && !error && <Loading what="the request" />}
      {data && (
        <PermissionRequest authorization={data}>
          <Decision needsConsent={data.needs_consent} />
        </PermissionRequest>
      )}
    </main>
  )
}

/** Allows or denies the request and redirects. Redirects at once if no decision is needed. */
function Decision({ needsConsent }: { needsConsent: boolean }) {
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: decide,
    onSuccess: ({ redirect }) => location.assign(redirect),
  })
  useEffect(() => {
    if (!needsConsent) mutate('allow')
  }, [needsConsent, mutate])
  const busy = isPending || isSuccess
  return (
    <>
      {error && <FormError error={error} />}
      <div className="flex justify-end gap-2">
        <Button busy={busy} onClick={() => mutate('deny')}>
          Deny
        </Button>
        <Button look="primary" busy={busy} onClick={() => mutate('allow')}>
          Allow
        </Button>
      </div>
    </>
  )
}

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
function PermissionRequest({ authorization, children }: PermissionRequestProps) {
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
