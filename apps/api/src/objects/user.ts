import type { User } from '@posthorn/db'
import { z } from 'zod'
import { wholeNotifyProps } from './notify-props.js'

/** A user as the user sees it (spec 4.1, self view). Keys that may be absent are absent when false, 0 or empty. */
export const UserObject = z.object({
  id: z.string(),
  create_at: z.number(),
  update_at: z.number(),
  delete_at: z.number(),
  username: z.string(),
  auth_data: z.literal(''),
  auth_service: z.literal(''),
  email: z.string(),
  email_verified: z.literal(true).optional(),
  nickname: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  position: z.string(),
  roles: z.string(),
  props: z.record(z.string(), z.string()).optional(),
  notify_props: z.record(z.string(), z.string()).optional(),
  last_password_update: z.number().optional(),
  locale: z.string(),
})
export type UserObject = z.infer<typeof UserObject>

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
  }
}

/** What a profile shows of a person besides the name. */
export type Shown = { email: boolean; fullName: boolean }

/** A user as others see it (spec 4.1, others' profile view). */
export function profileObject(user: User, shown: Shown): UserObject {
  const { props, notify_props, email_verified, last_password_update, ...profile } = userObject(user)
  return {
    ...profile,
    ...(!shown.email && { email: '' }),
    ...(!shown.fullName && { first_name: '', last_name: '' }),
  }
}

function unlessEmpty(map: Record<string, string>): Record<string, string> | undefined {
  return Object.keys(map).length > 0 ? map : undefined
}
