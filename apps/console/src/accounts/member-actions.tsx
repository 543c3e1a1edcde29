import { useState } from 'react'
import { api } from '../data/client/api.js'
import { Confirm } from '../server/confirm.js'
import { FormError } from '../server/states.js'
import { useAdminister } from '../system/use-administer.js'
import { Button } from '../ui/button.js'
import { SelectBox } from '../ui/forms/field.js'

type Member = {
  team: { id: string; display_name: string }
  user: { id: string; username: string }
  /** The user's role in the team. */
  roles: string
}

const rolesOf = { member: 'team_user', admin: 'team_user team_admin' }

/** Changes a member's role in a team, or removes them. */
export function MemberActions({ team, user, roles }: Member) {
  const [isLeaving, setLeaving] = useState(false)
  const { mutate, variables, isPending, error } = useAdminister(
    (new_roles: string) =>
      api.updateTeamMemberRoles({ params: { team: team.id }, body: { user_id: user.id, new_roles } }),
    { done: 'Saved' },
  )
  return (
    <>
      <SelectBox
        aria-label={`Role of ${user.username} in ${team.display_name}`}
        value={
          (isPending ? variables : roles).split(' ').includes('team_admin') ? rolesOf.admin : rolesOf.member
        }
        onChange={event => mutate(event.target.value)}
      >
        <option value={rolesOf.member}>Member</option>
        <option value={rolesOf.admin}>Administrator</option>
      </SelectBox>
      <Button
        look="quiet"
        className="ml-auto"
        aria-label={`Remove ${user.username} from ${team.display_name}`}
        onClick={() => setLeaving(true)}
      >
        Remove
      </Button>
      {error && <FormError error={error} />}
      {isLeaving && <Remove team={team} user={user} onClose={() => setLeaving(false)} />}
    </>
  )
}

function Remove({ team, user, onClose }: Omit<Member, 'roles'> & { onClose: () => void }) {
  const doing = useAdminister(
    () => api.removeTeamMember({ params: { team: team.id }, body: { user_id: user.id } }),
    { done: `Removed ${user.username}`, onDone: onClose },
  )
  return (
    <Confirm
      title={`Remove ${user.username} from ${team.display_name}?`}
      action="Remove"
      look="danger"
      doing={doing}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      <p className="text-quiet">
        This also removes them from the team’s channels. Their webhooks keep posting to public channels, and
        their posts stay.
      </p>
    </Confirm>
  )
}
