import type { UserObject } from '@posthorn/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTeam } from '../../data/current-team.js'
import { Presence } from '../../people/presence.js'
import { Badge } from '../../ui/badge.js'
import { UserAvatar } from '../posts/user-avatar.js'

/** The height of a row with and without a full name, on average. */
export const personRowPx = 49

/** A user with a link to their direct messages. `children` is the action. */
export function PersonRow({ user, children }: { user: UserObject; children: ReactNode }) {
  const team = useTeam()
  const fullName = [user.first_name, user.last_name].filter(Boolean).join(' ')
  return (
    <div className="flex min-h-12 items-center gap-3 py-1">
      <UserAvatar user={user.id} name={user.username} />
      <div className="min-w-0 flex-auto">
        <div className="flex items-center gap-2">
          <Link
            to="/$team/messages/@{$user}"
            params={{ team: team.name, user: user.username }}
            title={user.username}
            dir="auto"
            className="truncate rounded-sm font-medium hover:underline"
          >
            {user.username}
          </Link>
          {!user.is_bot && user.delete_at === 0 && <Presence user={user.id} />}
          {user.is_bot && <Badge>BOT</Badge>}
          {user.delete_at > 0 && <Badge>Deactivated</Badge>}
        </div>
        {fullName && (
          <p title={fullName} dir="auto" className="truncate text-left text-sm text-quiet">
            {fullName}
          </p>
        )}
      </div>
      {children}
    </div>
  )
}
