import type { calls, OutputOf } from '@posthorn/contract'
import type { UserChanges } from '@posthorn/db'

/** The fields that users choose themselves, without roles and activity. */
export type ProfileChanges = UserChanges & { roles?: never; deleteAt?: never }

type Fields = Omit<OutputOf<(typeof calls.updateUser)['body']>, 'id'>

/** Absent fields stay as they are. User names and e-mail addresses are stored in lower case. */
export function changesIn(fields: Fields): ProfileChanges {
  const changes = {
    username: fields.username?.toLowerCase(),
    email: fields.email?.toLowerCase().trim(),
    nickname: fields.nickname,
    firstName: fields.first_name,
    lastName: fields.last_name,
    position: fields.position,
    locale: fields.locale || undefined,
    notifyProps: fields.notify_props,
    props: fields.props,
  }
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as ProfileChanges
}
