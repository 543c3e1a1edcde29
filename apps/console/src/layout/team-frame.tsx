import { useQuery } from '@tanstack/react-query'
import { Link, Outlet, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { preferencesQuery } from '../data/preferences.js'
import { CurrentTeam, teamsQuery } from '../data/teams.js'
import { JumpHost } from '../jump/jump-button.js'
import { PageState } from '../server/states.js'
import { Sidebar } from '../sidebar/sidebar.js'
import { useTeamShortcuts } from '../sidebar/use-team-shortcuts.js'
import { WithSidebar } from '../sidebar/with-sidebar.js'
import { buttonClasses } from '../ui/button.js'
import { EmptyState } from '../ui/states.js'
import { rememberTeam } from './last-places.js'

/** The frame of a team's screens: the sidebar and the screen. */
export function TeamFrame() {
  const { team: name } = useParams({ from: '/$team' })
  const { data: teams, error, refetch } = useQuery(teamsQuery)
  const team = teams?.find(team => team.name === name)
  useQuery(preferencesQuery) // screens need it soon
  useTeamShortcuts(name)
  useEffect(() => {
    if (team) rememberTeam(team.name)
  }, [team])

  if (!teams) return <PageState error={error} onRetry={refetch} what="your teams" />
  if (!team) return <NoSuchTeam name={name} />
  return (
    <CurrentTeam value={team}>
      <WithSidebar sidebar={Sidebar}>
        <Outlet />
      </WithSidebar>
      <JumpHost />
    </CurrentTeam>
  )
}

function NoSuchTeam({ name }: { name: string }) {
  return (
    <main className="flex flex-auto">
      <EmptyState
        isPage
        icon="users"
        title={`Team ${name} not found`}
        actions={
          <Link to="/" className={buttonClasses('primary')}>
            Go to your team
          </Link>
        }
      >
        <p>Check the name, or ask a team administrator to add you.</p>
      </EmptyState>
    </main>
  )
}
