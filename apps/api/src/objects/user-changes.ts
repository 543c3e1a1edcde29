import type { UserChanges } from '@posthorn/db'
import { z } from 'zod'
import { Text, TextMap } from '../json.js'

/** Of a user object, what may be chosen; all else in it is ignored (spec 4.6). Null is as good as absent. */
export const UserFields = z.object({
  username: Text.nullish(),
  email: Text.nullish(),
  nickname: Text.nullish(),
  first_name: Text.nullish(),
  last_name: Text.nullish(),
  position: Text.nullish(),
  locale: Text.max(5).nullish(),
  notify_props: TextMap.nullish(),
  props: TextMap.nullish(),
})

/** User names and e-mail addresses are kept in lower case. */
export function changesIn(fields: z.infer<typeof UserFields>): UserChanges {
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
  const given = Object.entries(changes).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(given) as UserChanges
}
