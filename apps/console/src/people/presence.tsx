import { queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../data/client/api.js'

/** A dot that says whether a user is online. */
export function Presence({ user }: { user: string }) {
  const isOnline = useIsOnline(user)
  if (isOnline === undefined) return null
  const words = wordsFor(isOnline)
  return <span role="img" aria-label={words} title={words} className={dotClasses(isOnline)} />
}

/** Says whether a user is online, where the dot would stand alone. */
export function PresenceInWords({ user }: { user: string }) {
  const isOnline = useIsOnline(user)
  if (isOnline === undefined) return null
  return (
    <span className="flex shrink-0 items-center gap-1.5 text-sm text-quiet">
      <span aria-hidden="true" className={dotClasses(isOnline)} />
      {wordsFor(isOnline)}
    </span>
  )
}

const wordsFor = (isOnline: boolean) => (isOnline ? 'Online' : 'Offline')

/** The border fills the dot, because forced colours remove grounds. */
const dotClasses = (isOnline: boolean) =>
  `size-2 shrink-0 rounded-full ${isOnline ? 'border-4 border-good' : 'border border-edge'}`

/** No event announces who comes and goes, so it is refetched while something shows it. */
const lookAgainMs = 60_000

/** The users with a live connection. */
const onlineQuery = queryOptions({
  queryKey: ['online'],
  queryFn: async ({ signal }) => new Set(Object.keys(await api.listStatuses({ signal }))),
  refetchInterval: lookAgainMs,
})

/** Whether a user has Posthorn open somewhere; undefined until known. */
function useIsOnline(user: string): boolean | undefined {
  return useQuery(onlineQuery).data?.has(user)
}
