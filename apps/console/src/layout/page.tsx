import { Outlet, useParams } from '@tanstack/react-router'
import { ShortcutHelp } from '../keyboard/shortcut-help.js'
import { LiveUpdates } from '../live/live.js'
import { Toasts } from '../ui/toast.js'
import { MayBeOld } from './may-be-old.js'
import { SessionGate } from './session-gate.js'
import { useEnterTeam } from './use-enter-team.js'

/** What is around every screen: who is not logged in logs in first, and is then where the URL says. */
export function Page() {
  const { team } = useParams({ strict: false })
  const enterTeam = useEnterTeam(team)
  return (
    <div className="flex h-dvh flex-col">
      <MayBeOld />
      <SessionGate team={team} onLoggedIn={enterTeam}>
        <LiveUpdates />
        <ShortcutHelp />
        <Outlet />
      </SessionGate>
      <Toasts />
    </div>
  )
}
