import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { teamsQuery } from '../data/teams.js'
import { lastTeam } from '../layout/last-places.js'
import { PageState } from '../server/states.js'
import { EmptyState } from '../ui/states.js'

/** `/` opens the last team, else the first. */
export function HomeScreen() {
  const { data: teams, error, refetch } = useQuery(teamsQuery)
  if (!teams) return <PageState error={error} onRetry={refetch} what="your teams" />
  const team = teams.find(({ name }) => name === lastTeam()) ?? teams[0]
  if (team) return <Navigate to="/$team" params={{ team: team.name }} replace />
  return (
    <main className="flex flex-auto">
      <EmptyState isPage icon="users" title="You are not in a team yet">
        <p>Ask an administrator to add you. This page updates by itself.</p>
      </EmptyState>
    </main>
  )
}
