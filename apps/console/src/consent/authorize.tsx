import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { authorizationQuery } from '../data/authorization.js'
import { isPassing } from '../data/client/errors.js'
import { ErrorState, Loading } from '../server/states.js'
import { Decision } from './decision.js'
import { PermissionRequest } from './permission-request.js'

/** Asks whether an application may act for the user. No button has the focus, so Enter decides nothing. */
export function AuthorizeScreen() {
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
