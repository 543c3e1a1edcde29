import { findUser, hasLookalike, type Taken, type User, type UserChanges, updateUser } from '@posthorn/db'
import type { ApiDeps } from '../../deps.js'
import { userUpdated } from '../../live/events.js'
import { ownNotifyProps } from '../../objects/notify-props.js'
import { visibleToOthers } from '../../objects/profiles.js'
import { type Refused, refused } from '../../refusals/refused.js'
import type { ProfileChanges } from './profile-changes.js'
import { folded, type ProfileMistake, validateProfile } from './validate-user.js'

/** Why a user was not changed. */
type Unchanged = ProfileMistake | Taken | 'no_such_user'

/**
 * Changes a user and notifies live clients. Only changes of roles and activity can leave the system without an
 * administrator.
 */
export async function changeUser(
  deps: ApiDeps,
  id: string,
  changes: ProfileChanges,
): Promise<User | Refused<Unchanged>>
export async function changeUser(
  deps: ApiDeps,
  id: string,
  changes: UserChanges,
): Promise<User | Refused<Unchanged | 'last_admin'>>
export async function changeUser(
  deps: ApiDeps,
  id: string,
  changes: UserChanges,
): Promise<User | Refused<Unchanged | 'last_admin'>> {
  const { db, nowMs, live } = deps
  const user = await findUser(db, id)
  if (!user) return refused('no_such_user')
  const all = withConsequences(user, changes)
  const mistake = validateProfile(withoutSameNames(user, all))
  if (mistake) return refused(mistake)
  if (await isLookalikeBot(deps, user, all)) return refused('username_taken')
  const changed = await updateUser(db, id, all, nowMs())
  if (changed.outcome !== 'updated') return refused(changed.outcome)
  changed.ended.forEach(live.sessionEnded)
  live.publish(...userUpdated(changed.user, visibleToOthers(deps)))
  return changed.user
}

/** A bot's posts show its user name, so it must be distinguishable from all others. */
async function isLookalikeBot({ db }: ApiDeps, user: User, { username = user.username }: UserChanges) {
  return user.isBot && username !== user.username && hasLookalike(db, folded(username), user.id)
}

/**
 * Adds the consequences of a change: a new address is unverified, only notification settings that differ are stored,
 * and defaults derived from the old name follow the new one.
 */
function withConsequences(user: User, changes: UserChanges): UserChanges {
  const { username = user.username, email = user.email, notifyProps } = changes
  return {
    ...changes,
    ...(email !== user.email && { emailVerified: false }),
    ...(notifyProps && {
      notifyProps: ownNotifyProps(
        { username },
        ownNotifyProps(user, { ...user.notifyProps, ...notifyProps }),
      ),
    }),
  }
}

const names = ['username', 'nickname', 'firstName', 'lastName', 'position'] as const

/** Accepts a name that the account already has, even if it is no longer available. */
function withoutSameNames(user: User, changes: UserChanges): UserChanges {
  const others = { ...changes }
  for (const name of names) if (others[name] === user[name]) delete others[name]
  return others
}
