import { userLimits } from '../../limits.js'
import { Text, TextMap } from '../../parameters.js'

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
