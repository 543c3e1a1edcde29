import type { UserObject } from '@posthorn/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { useShowsAlerts } from './alerts/desktop-switch.js'
import { useMayBeOld } from './data/client/server-status.js'
import { lazyPart } from './data/client/until-loaded.js'
import { beginSession } from './data/session.js'
import { ShortcutHelp } from './layout/shortcut-help.js'
import { SkipLink } from './layout/skip-link.js'
import { LiveUpdates } from './live/live.js'
import { SessionGate } from './log-in/session-gate.js'
import { useOpenNotified } from './push/use-open-notified.js'
import { Toasts } from './ui/toast.js'

/** After a login, opens the URL's screen if it belongs to the chosen team, else that team. */
function useEnterTeam(shown: string | undefined) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (user: UserObject, team: string | undefined) => {
    if (shown !== undefined && team !== undefined && shown !== team)
      await navigate({ to: '/$team', params: { team } })
    await beginSession(client, user)
  }
}

/** Shorter outages are not worth mentioning. */
const patienceMs = 1500

/** A banner while the server is down, when the page may be outdated. */
function MayBeOld() {
  const mayBeOld = useMayBeOld()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!mayBeOld) return setShown(false)
    const timer = setTimeout(() => setShown(true), patienceMs)
    return () => clearTimeout(timer)
  }, [mayBeOld])
  return (
    <div role="status">
      {isShown && (
        <p className="bg-warn-soft px-4 py-1 text-center text-sm text-warn">
          Posthorn does not respond. This page may be outdated. It updates when the connection is back.
        </p>
      )}
    </div>
  )
}

const DesktopAlerts = lazyPart(() => import('./alerts/desktop-alerts.js'), 'DesktopAlerts')

/** Loads desktop notifications for users who want them. */
function Alerts() {
  const isOn = useShowsAlerts()
  return <Suspense>{isOn && <DesktopAlerts />}</Suspense>
}

/** The frame of every screen. Requires a login. */
export function Page() {
  const { team } = useParams({ strict: false })
  const enterTeam = useEnterTeam(team)
  useOpenNotified()
  return (
    <div className="flex h-dvh flex-col">
      <SkipLink />
      <MayBeOld />
      <SessionGate team={team} onLoggedIn={enterTeam}>
        <LiveUpdates />
        <Alerts />
        <ShortcutHelp />
        <Outlet />
      </SessionGate>
      <Toasts />
    </div>
  )
}
