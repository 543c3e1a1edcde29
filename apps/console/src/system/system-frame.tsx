import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { CurrentTeam } from '../data/current-team.js'
import { useIsSystemAdmin } from '../data/session.js'
import { teamsQuery } from '../data/teams.js'
import { JumpHost } from '../jump/jump-button.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { lastTeam } from '../layout/last-places.js'
import { usePageTitle } from '../layout/page-title.js'
import { WithSidebar } from '../sidebar/with-sidebar.js'
import { systemEntries } from '../system-entries.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { SystemSidebar } from './system-sidebar.js'

/** Registers `g` and a letter for the screens of the system console. */
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

/** The frame of the system console. The API checks each call's rights itself. */
export function SystemFrame() {
  if (!useIsSystemAdmin()) return <NotAllowed />
  return (
    <WithSidebar sidebar={SystemSidebar}>
      <SystemShortcuts />
      <Outlet />
      <SystemJump />
    </WithSidebar>
  )
}

/** Ctrl+K searches the team that was visited last. */
function SystemJump() {
  const { data: teams } = useQuery(teamsQuery)
  const team = teams?.find(({ name }) => name === lastTeam()) ?? teams?.[0]
  if (!team) return null
  return (
    <CurrentTeam value={team}>
      <JumpHost />
    </CurrentTeam>
  )
}

function NotAllowed() {
  usePageTitle('Access denied')
  return (
    <main className="flex flex-auto">
      <EmptyState
        isPage
        icon="lock"
        title="You don’t have access to this page"
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Back to your team
          </Link>
        }
      >
        <p>The system console is for system administrators. Ask one of them if something needs to change.</p>
      </EmptyState>
    </main>
  )
}
