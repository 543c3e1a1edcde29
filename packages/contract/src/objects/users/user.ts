import { z } from 'zod'
import { userLimits } from '../../limits.js'
import { Text, TextMap } from '../../parameters.js'
import { TeamMemberObject } from '../teams/team.js'

/** A user. Optional keys are absent if they are false, 0 or empty, and if other users request the object. */
export const UserObject = z
  .object({
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
    must_change_password: z
      .literal(true)
      .optional()
      .describe('Whether all other calls are rejected until the password is changed.'),
    is_bot: z.literal(true).optional().describe('Whether this is an app’s bot, which cannot log in.'),
  })
  .meta({ id: 'User' })
export type UserObject = z.infer<typeof UserObject>

/** Users by their IDs. */
export const UserMap = z.record(z.string(), UserObject)

const { emailChars, nameChars, leastPasswordChars, passwordChars, mapChars, usernameChars } = userLimits

export const Username = Text.describe(
  `1 to ${usernameChars} characters of a-z, 0-9, dot, hyphen and underscore. Reserved names such as admin ` +
    'and webhook are not allowed, in any spelling.',
)
export const Email = Text.meta({ maxLength: emailChars })
const PersonName = Text.meta({ maxLength: nameChars }).optional()
export const NewPassword = Text.meta({ minLength: leastPasswordChars, maxLength: passwordChars })
/** The optional fields that a user can set. */
export const profile = {
  nickname: PersonName,
  first_name: PersonName,
  last_name: PersonName,
  position: PersonName,
  locale: Text.max(5).optional(),
  notify_props: TextMap.optional().describe(`Notification settings, at most ${mapChars} characters of JSON.`),
  props: TextMap.optional().describe(`At most ${mapChars} characters of JSON.`),
}
/** The errors of these fields. */
export const profileErrors = [
  'bad_username',
  'bad_email',
  'bad_nickname',
  'bad_first_name',
  'bad_last_name',
  'bad_position',
  'bad_user_map',
  'username_taken',
  'email_taken',
] as const

/** An active session. Its token is shown only at login. */
export const SessionObject = z
  .object({
    id: z.string(),
    token: z.literal(''),
    create_at: z.number(),
    expires_at: z.number(),
    last_activity_at: z.number(),
    user_id: z.string(),
    device_id: z.string(),
    roles: z.string(),
    is_oauth: z.boolean(),
    props: z
      .record(z.string(), z.string())
      .describe(
        'The client that started it: `browser`, as in `Chrome/130.0.0.0` or `curl/8.5.0`, `os` and `platform`.',
      ),
    team_members: z.array(TeamMemberObject),
    is_current: z.boolean().describe('Whether this call used the session. Only in Posthorn.'),
  })
  .meta({ id: 'Session' })
export type SessionObject = z.infer<typeof SessionObject>

/** A user's action, in the reference server's fields. */
export const UserAuditObject = z
  .object({
    id: z.string(),
    create_at: z.number(),
    user_id: z.string(),
    action: z.string().describe('The call’s operationId.'),
    extra_info: z.string().describe('Type and ID of the changed object.'),
    ip_address: z.string(),
    session_id: z.literal('').describe('Always empty: sessions are not recorded.'),
  })
  .meta({ id: 'UserAudit' })
export type UserAuditObject = z.infer<typeof UserAuditObject>

/** A value that a client stores for its user, under a category and a name. */
export const PreferenceObject = z
  .object({
    user_id: z.string(),
    category: z.string(),
    name: z.string(),
    value: z.string(),
  })
  .meta({ id: 'Preference' })
export type PreferenceObject = z.infer<typeof PreferenceObject>
