import type { AccountOverview } from '@posthorn/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../data/client/api.js'
import { teamsQuery } from '../data/teams.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Combobox } from '../ui/forms/combobox.js'
import { List } from '../ui/list.js'
import { MemberActions } from './member-actions.js'

/** A user's teams and roles, with a way to add another team. */
export function AccountTeams({ account }: { account: AccountOverview }) {
  return (
    <>
      {account.teams.length === 0 && <p className="text-quiet">Not in any team.</p>}
      <List className="border-y border-line empty:hidden">
        {account.teams.map(team => (
          <TeamOf key={team.id} team={team} account={account} />
        ))}
      </List>
      <AddToTeam account={account} />
    </>
  )
}

/** Adds the user to another team. */
function useOtherTeams(account: AccountOverview) {
  const { data: teams = [] } = useQuery(teamsQuery)
  return teams
    .filter(({ id }) => !account.teams.some(team => team.id === id))
    .map(({ id, display_name }) => ({ value: id, label: display_name }))
}

function AddToTeam({ account }: { account: AccountOverview }) {
  const items = useOtherTeams(account)
  const body = { user_id: account.id }
  const add = (team: string) => api.addTeamMember({ params: { team }, body })
  const { mutate, error } = useAdminister(add, { done: 'Added' })
  if (items.length === 0) return null
  return (
    <>
      <Combobox
        label="Add to a team"
        items={items}
        value=""
        onChange={team => mutate(team)}
        placeholder="Find a team"
        empty="No other team matches."
      />
      {error && <FormError error={error} />}
    </>
  )
}

type TeamOfProps = { team: AccountOverview['teams'][number]; account: AccountOverview }

function TeamOf({ team, account }: TeamOfProps) {
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <Link
        to="/admin/teams/$team"
        params={{ team: team.id }}
        dir="auto"
        title={team.display_name}
        className="min-w-32 flex-auto basis-0 truncate max-sm:basis-full rounded-sm font-medium hover:underline"
      >
        {team.display_name}
      </Link>
      <MemberActions team={team} user={account} roles={team.roles} />
    </li>
  )
}
