import type { AccountOverview, TeamObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { MemberActions } from '../accounts/member-actions.js'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { accountsQuery } from '../data/admin/accounts.js'
import { SearchField } from '../ui/forms/search-field.js'
import { List } from '../ui/list.js'
import { MoreButton } from '../ui/more-button.js'
import { ErrorState, Loading } from '../ui/states.js'
import { AddMember } from './add-member.js'

/** A team's members and their roles. */
export function TeamMembers({ team }: { team: TeamObject }) {
  const [find, setFind] = useState('')
  const { data, error, refetch, ...more } = useInfiniteQuery(accountsQuery({ search: find, team: team.id }))
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the members" />
  const members = data.pages.flatMap(({ users }) => users)
  return (
    <>
      <AddMember team={team} />
      <SearchField label="Search members" value={find} onChange={setFind} />
      {members.length === 0 && <p className="text-quiet">{find ? 'No members match.' : 'No members yet.'}</p>}
      <List className="border-y border-line empty:hidden">
        {members.map(member => (
          <Member key={member.id} team={team} member={member} />
        ))}
      </List>
      <MoreButton {...more}>Show more</MoreButton>
    </>
  )
}

function Member({ team, member }: { team: TeamObject; member: AccountOverview }) {
  const roles = member.teams.find(({ id }) => id === team.id)?.roles ?? ''
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <UserAvatar user={member.id} name={member.username} size="sm" />
      <Link
        to="/admin/users/$user"
        params={{ user: member.id }}
        dir="auto"
        className="min-w-0 flex-auto truncate rounded-sm font-medium hover:underline"
      >
        {member.username}
      </Link>
      <MemberActions team={team} user={member} roles={roles} />
    </li>
  )
}
