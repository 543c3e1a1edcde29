import { Link } from '@tanstack/react-router'
import { use } from 'react'
import { useMayBeOld } from '../data/client/server-status.js'
import { loadNow } from '../data/client/until-loaded.js'
import { CurrentHook } from '../data/hooks.js'
import { Loading } from '../server/states.js'
import { Button, buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { Screen } from './screen.js'

/** Shown at unknown URLs. */
export function NotFound() {
  return (
    <main className="flex flex-auto">
      <EmptyState
        isPage
        title="Page not found"
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Go to your team
          </Link>
        }
      >
        <p>Check the address. The page may also have been deleted.</p>
      </EmptyState>
    </main>
  )
}

/** Shown in place of a screen whose code is not loaded yet. */
export function NotLoaded() {
  const isInHook = use(CurrentHook) !== undefined
  if (isInHook) return <Missing />
  return (
    <Screen title="Loading…">
      <Missing />
    </Screen>
  )
}

function Missing() {
  const isAway = useMayBeOld()
  if (!isAway) return <Loading what="the screen" />
  return (
    <div role="alert" className="flex flex-auto">
      <EmptyState
        icon="warning"
        title="Posthorn does not respond"
        actions={<Button onClick={loadNow}>Try again</Button>}
      >
        <p>This screen opens as soon as the connection is back.</p>
      </EmptyState>
    </div>
  )
}
