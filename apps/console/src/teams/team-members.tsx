import type { AccountOverview, TeamObject } from '@posthorn/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { MemberActions } from '../accounts/member-actions.js'
import { UserAvatar } from '../channel/posts/user-avatar.js'
import { accountsQuery } from '../data/admin/accounts.js'
import { api } from '../data/client/api.js'
import { ErrorState, FormError, Loading } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { Field } from '../ui/forms/field.js'
import { SearchField } from '../ui/forms/search-field.js'
import { MoreButton } from '../ui/more-button.js'
import { ListRows } from '../ui/rows/list-rows.js'

/** A row's height in pixels. */
const rowPx = 49

const keyOf = ({ id }: AccountOverview) => id

/** A team's members and their roles. */
export function TeamMembers({ team }: { team: TeamObject }) {
  const [find, setFind] = useState('')
  const { data, error, refetch, ...more } = useInfiniteQuery(accountsQuery({ search: find, team: team.id }))
  const members = useMemo(() => data?.pages.flatMap(({ users }) => users), [data])
  if (!data || !members)
    return error ? <ErrorState error={error} onRetry={refetch} /> : <Loading what="the members" />
  return (
    <>
      <AddMember team={team} />
      <SearchField label="Search members" value={find} onChange={setFind} isWide />
      {members.length === 0 && <p className="text-quiet">{find ? 'No members match.' : 'No members yet.'}</p>}
      {members.length > 0 && (
        <ListRows
          className="border-y border-line"
          items={members}
          keyOf={keyOf}
          rowPx={rowPx}
          total={data.pages[0]?.total}
        >
          {member => <Member team={team} member={member} />}
        </ListRows>
      )}
      <MoreButton {...more}>Show more</MoreButton>
    </>
  )
}

function Member({ team, member }: { team: TeamObject; member: AccountOverview }) {
  const roles = member.teams.find(({ id }) => id === team.id)?.roles ?? ''
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <span className="flex min-w-32 flex-auto basis-0 items-center gap-2 max-sm:basis-full">
        <UserAvatar user={member.id} name={member.username} size="sm" />
        <Link
          to="/admin/users/$user"
          params={{ user: member.id }}
          dir="auto"
          title={member.username}
          className="truncate rounded-sm font-medium hover:underline"
        >
          {member.username}
        </Link>
      </span>
      <MemberActions team={team} user={member} roles={roles} />
    </div>
  )
}

/** Adds a user to a team by name. */
function AddMember({ team }: { team: TeamObject }) {
  const form = useRef<HTMLFormElement>(null)
  const { mutate, isPending, error } = useAdminister(
    async (username: string) => {
      const { id: user_id } = await api.getUserByUsername({ params: { username } })
      return api.addTeamMember({ params: { team: team.id }, body: { user_id } })
    },
    { done: 'Added', onDone: () => form.current?.reset() },
  )
  return (
    <form
      ref={form}
      onSubmit={event => {
        event.preventDefault()
        mutate(String(new FormData(event.currentTarget).get('username')).trim().toLowerCase())
      }}
      className="flex flex-col gap-2"
    >
      <div className="flex items-end gap-2">
        <Field
          label="Add by user name"
          name="username"
          className="flex-auto"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          required
        />
        <Button type="submit" busy={isPending}>
          Add
        </Button>
      </div>
      {error && <FormError error={error} />}
    </form>
  )
}
