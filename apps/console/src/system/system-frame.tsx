import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useIsSystemAdmin } from '../data/session.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { usePageTitle } from '../layout/page-title.js'
import { BesideSidebar } from '../sidebar/beside-sidebar.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { systemEntries } from './entries.js'
import { SystemSidebar } from './system-sidebar.js'

/** `g` and a letter go to the screens of the system console, and back. */
function SystemShortcuts() {
  const navigate = useNavigate()
  useShortcut('g h', 'Go to your team', () => void navigate({ to: '/' }))
  return systemEntries.map(entry => <GoTo key={entry.to} {...entry} />)
}

function GoTo({ to, name, keys }: (typeof systemEntries)[number]) {
  const navigate = useNavigate()
  useShortcut(keys, `Go to ${name}`, () => void navigate({ to }))
  return null
}

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
