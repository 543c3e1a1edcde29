import type { UserObject } from '@posthorn/contract'
import type { User } from '@posthorn/db'
import { wholeNotifyProps } from './notify-props.js'

/**
 * A user with the address that they requested, whether or not another account has it, because they must not find
 * that out.
 */
export function asOwn(user: User): User {
  const { requestedEmail } = user
  return requestedEmail === '' ? user : { ...user, email: requestedEmail, emailVerified: false }
}

/** Returns all that administrators see of a user, or the user of `asOwn(user)`. */
export function userObject(user: User): UserObject {
  return {
    id: user.id,
    create_at: user.createAt,
    update_at: user.updateAt,
    delete_at: user.deleteAt,
    username: user.username,
    auth_data: '',
    auth_service: '',
    email: user.email,
    email_verified: user.emailVerified || undefined,
    nickname: user.nickname,
    first_name: user.firstName,
    last_name: user.lastName,
    position: user.position,
    roles: user.roles,
    props: unlessEmpty(user.props),
    notify_props: wholeNotifyProps(user),
    last_password_update: user.lastPasswordUpdate || undefined,
    locale: user.locale,
    must_change_password: user.mustChangePassword || undefined,
    is_bot: user.isBot || undefined,
  }
}

/** Optional fields of a profile. */
export type Visibility = { email: boolean; fullName: boolean }

/** Returns a user as others see them. */
export function profileObject(user: User, visible: Visibility): UserObject {
  const { props, notify_props, email_verified, last_password_update, must_change_password, ...profile } =
    userObject(user)
  return {
    ...profile,
    ...(!visible.email && { email: '' }),
    ...(!visible.fullName && { first_name: '', last_name: '' }),
  }
}

function unlessEmpty(map: Record<string, string>): Record<string, string> | undefined {
  return Object.keys(map).length > 0 ? map : undefined
}
