import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { teamQuery } from '../../data/admin/accounts.js'
import { usePageTitle } from '../../layout/page-title.js'
import { Part } from '../../layout/part.js'
import { Screen, Scroll } from '../../layout/screen.js'
import { RetentionForm } from '../../retention/retention-form.js'
import { ErrorState, Loading } from '../../server/states.js'
import { SystemCrumb } from '../../system/system-crumb.js'
import { TeamMembers } from '../../teams/team-members.js'
import { TeamSettings } from '../../teams/team-settings.js'
import { buttonClasses } from '../../ui/button.js'

const route = getRouteApi('/admin/teams/$team')

/** A team: its settings and members. */
export function OneTeamScreen() {
  const { team: id } = route.useParams()
  const { data: team, error, refetch } = useQuery(teamQuery(id))
  usePageTitle(team?.display_name ?? 'Team', 'System console')
  return (
    <Screen
      title={team?.display_name ?? 'Team'}
      before={<SystemCrumb to="/admin/teams" name="Teams" icon="users" />}
      actions={
        team && (
          <Link to="/$team" params={{ team: team.name }} className={buttonClasses()}>
            Go to team
          </Link>
        )
      }
    >
      <Scroll>
        {!team && (error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the team" />)}
        {team && (
          <>
            <Part title="Settings" about={`The team at /${team.name}.`}>
              <TeamSettings key={id} team={team} />
            </Part>
            <Part
              title="Old posts"
              about="How long posts are stored in channels without a number of their own."
            >
              <RetentionForm key={id} place={{ team: id }} above="server" />
            </Part>
            <Part title="Members" about="People and roles in this team.">
              <TeamMembers key={id} team={team} />
            </Part>
          </>
        )}
      </Scroll>
    </Screen>
  )
}
