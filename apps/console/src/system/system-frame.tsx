import { Link, Outlet } from '@tanstack/react-router'
import { useIsSystemAdmin } from '../data/session.js'
import { BesideSidebar } from '../layout/beside-sidebar.js'
import { usePageTitle } from '../layout/page-title.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { SystemShortcuts } from './system-shortcuts.js'
import { SystemSidebar } from './system-sidebar.js'

/** Around the screens of the system console, which are for system administrators only; the API refuses its calls to others by itself. */
export function SystemFrame() {
  if (!useIsSystemAdmin()) return <NotAllowed />
  return (
    <BesideSidebar sidebar={SystemSidebar}>
      <SystemShortcuts />
      <Outlet />
    </BesideSidebar>
  )
}

function NotAllowed() {
  usePageTitle('Not allowed')
  return (
    <main className="flex flex-auto">
      <EmptyState
        icon="lock"
        title="You are not allowed to see this"
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Back to your team
          </Link>
        }
      >
        <p>
          The system console is for system administrators. Ask one of them if something here has to change.
        </p>
      </EmptyState>
    </main>
  )
}
