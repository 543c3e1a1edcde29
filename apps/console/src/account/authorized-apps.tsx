import { type AuthorizedApp, scopeWords } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { AppIcon } from '../apps/app-table.js'
import { LastUsed } from '../apps/last-used.js'
import { authorizedAppsQuery } from '../data/apps.js'
import { api } from '../data/client/api.js'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { Part } from '../layout/part.js'
import { ErrorState, FormError, Loading } from '../server/states.js'
import { Button } from '../ui/button.js'
import { List } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { useChange } from './use-change.js'

/** The applications that the user has authorized, with a way to revoke each. */
export function AuthorizedAppsPart() {
  const isOn = useIsOAuthOn()
  const { data, error, refetch } = useQuery({ ...authorizedAppsQuery, enabled: isOn === true })
  if (!isOn) return null
  return (
    <Part
      title="Authorized applications"
      about="They act for you until you revoke them. Revoking ends their tokens at once."
    >
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="your applications" rows={1} />}
      {data?.length === 0 && (
        <p className="text-quiet">None yet. An application asks you before it can act for you.</p>
      )}
      {data && data.length > 0 && (
        <List aria-label="Authorized applications" className="rounded-lg border border-line">
          {data.map(app => (
            <AppRow key={app.id} app={app} />
          ))}
        </List>
      )}
    </Part>
  )
}

function AppRow({ app }: { app: AuthorizedApp }) {
  const { mutate, isPending, error } = useChange(() => api.deauthorizeApp({ params: { client: app.id } }))
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3">
      <AppIcon app={app} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{app.name}</p>
        <p className="text-sm text-quiet">
          Authorized <Time at={app.authorized_at} form="ago" />, <LastUsedWords at={app.last_used_at} />
        </p>
        <ul className="mt-1 list-disc pl-4 text-sm">
          {app.scopes.map(scope => (
            <li key={scope}>{scopeWords[scope]}</li>
          ))}
        </ul>
      </div>
      <Button busy={isPending} onClick={() => mutate()} aria-label={`Revoke ${app.name}`}>
        Revoke
      </Button>
      {error && <FormError error={error} />}
    </li>
  )
}

function LastUsedWords({ at }: { at: number }) {
  return (
    <>
      used <LastUsed at={at} />
    </>
  )
}
