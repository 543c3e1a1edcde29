import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate } from '@tanstack/react-router'
import { useIsSystemAdmin } from '../data/session.js'
import { CurrentTeam, teamsQuery } from '../data/teams.js'
import { JumpButton, JumpHost } from '../jump/jump-button.js'
import { useShortcut } from '../keyboard/shortcuts.js'
import { lastTeam } from '../layout/last-places.js'
import { usePageTitle } from '../layout/page-title.js'
import { itemClasses, Section } from '../sidebar/sidebar.js'
import { WithSidebar } from '../sidebar/with-sidebar.js'
import { systemEntries, systemSections } from '../system-entries.js'
import { buttonClasses } from '../ui/button.js'
import { classes } from '../ui/classes.js'
import { Icon } from '../ui/icon.js'
import { EmptyState } from '../ui/states.js'

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

/** The sidebar of the system console. */
function SystemSidebar({ className }: { className?: string }) {
  return (
    <nav aria-label="Sidebar" className={classes('flex-col bg-sidebar', className)}>
      <div className="p-2 pb-0">
        <Link to="/" className={itemClasses}>
          <Icon name="arrow-left" />
          Back to your team
        </Link>
      </div>
      <p className="px-4 pt-3 pb-1 font-semibold">System console</p>
      <div className="px-2 pb-2">
        <JumpButton />
      </div>
      <div className="flex min-h-0 flex-auto flex-col gap-4 overflow-y-auto p-2">
        {systemSections.map(({ title, entries }) => (
          <Section key={title} title={title}>
            <ul>
              {entries.map(({ to, name, icon }) => (
                <li key={to}>
                  <Link to={to} className={itemClasses}>
                    <Icon name={icon} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </div>
    </nav>
  )
}
