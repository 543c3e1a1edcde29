import type { SessionObject } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { sessionsQuery } from '../data/account.js'
import { api } from '../data/client/api.js'
import { useMe } from '../data/session.js'
import { Part } from '../layout/part.js'
import { ErrorState, FormError, Loading } from '../server/states.js'
import { Badge } from '../ui/badge.js'
import { Button } from '../ui/button.js'
import { List } from '../ui/list.js'
import { Time } from '../ui/time.js'
import { useChange } from './use-change.js'

/** The user's sessions, with a way to end each. */
export function SessionsPart() {
  const me = useMe()
  const { data, error, refetch } = useQuery(sessionsQuery(me.id))
  return (
    <Part
      title="Sessions"
      about="Where you are logged in. End any session that you don’t recognize, and change your password."
    >
      {!data && error && <ErrorState error={error} onRetry={refetch} />}
      {!data && !error && <Loading what="your sessions" rows={2} />}
      {data && (
        <List aria-label="Sessions" className="rounded-lg border border-line">
          {data.map(session => (
            <SessionRow key={session.id} session={session} />
          ))}
        </List>
      )}
    </Part>
  )
}

function SessionRow({ session }: { session: SessionObject }) {
  const { id, create_at, last_activity_at, expires_at, is_current } = session
  const { mutate, isPending, error } = useChange(() => api.revokeSession({ body: { id } }))
  return (
    <li className="flex flex-wrap items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium">
          {deviceName(session)}
          {is_current && <Badge look="accent">This session</Badge>}
        </p>
        <p className="text-sm text-quiet">
          Used <Time at={last_activity_at} form="ago" />, started <Time at={create_at} form="short" />,
          expires <Time at={expires_at} form="short" />
        </p>
      </div>
      {!is_current && (
        <Button busy={isPending} onClick={() => mutate()}>
          End
        </Button>
      )}
      {error && <FormError error={error} />}
    </li>
  )
}

/** Names the device of a session by its User-Agent: `Chrome on Linux`, `curl`. */
export function deviceName({ props, device_id }: Pick<SessionObject, 'props' | 'device_id'>): string {
  const [name = ''] = props.browser?.split('/') ?? []
  if (name === '' || name === 'unknown') return device_id || 'Unknown browser or program'
  const { os = 'unknown' } = props
  return os === 'unknown' ? name : `${name} on ${os}`
}
