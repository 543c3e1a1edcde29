import { userLimits } from '../limits.js'
import { Text, TextMap } from '../parameters.js'

const { emailChars, nameChars, leastPasswordChars, passwordChars, mapChars, usernameChars } = userLimits

export const Username = Text.describe(
  `1 to ${usernameChars} characters of a-z, 0-9, dot, hyphen and underscore; not admin, webhook, all and their like, ` +
    'however they are spelled.',
)
export const Email = Text.meta({ maxLength: emailChars })
const PersonName = Text.meta({ maxLength: nameChars }).optional()
export const NewPassword = Text.meta({ minLength: leastPasswordChars, maxLength: passwordChars })
/** What may be absent of what a user chooses. */
export const profile = {
  nickname: PersonName,
  first_name: PersonName,
  last_name: PersonName,
  position: PersonName,
  locale: Text.max(5).optional(),
  notify_props: TextMap.optional().describe(
    `What the user is told of: at most ${mapChars} characters of JSON.`,
  ),
  props: TextMap.optional().describe(`At most ${mapChars} characters of JSON.`),
}
/** What may be wrong with it. */
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
