import { useIsOnline } from './use-is-online.js'

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
