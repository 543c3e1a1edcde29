import { useIsOnline } from './use-is-online.js'

/** A dot that says whether a user is online. Forced colours would remove its ground, so there its border fills it. */
export function Presence({ user }: { user: string }) {
  const isOnline = useIsOnline(user)
  if (isOnline === undefined) return null
  const words = isOnline ? 'Online' : 'Offline'
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className={`size-2 shrink-0 rounded-full border ${isOnline ? 'border-good bg-good forced-colors:border-4' : 'border-edge'}`}
    />
  )
}
