import { userLimits } from '@posthorn/contract'
import { hasHiddenCharacters } from '@posthorn/core'
import type { UserChanges } from '@posthorn/db'

const { emailChars, mapChars, nameChars, passwordChars } = userLimits

/**
 * Reserved names: mentions such as `here`, `system` as in later versions, and names that could be mistaken for
 * Posthorn, a hook or the server's operators. Each stands for all its spellings: see `folded`.
 */
const reservedNames = new Set([
  'admin',
  'administrator',
  'all',
  'bot',
  'channel',
  'everyone',
  'here',
  'matterbot',
  'posthorn',
  'posthornadmin',
  'posthornbot',
  'posthornsystem',
  'root',
  'sysadmin',
  'system',
  'systemadmin',
  'systembot',
  'webhook',
  'webhooks',
])

/** Reduces a name to what people read: `Ad-min.` is `admin`. */
export const folded = (username: string) => username.toLowerCase().replace(/[._-]/g, '')

const length = (text: string) => [...text].length

export type ProfileMistake =
  | 'bad_username'
  | 'bad_email'
  | 'bad_nickname'
  | 'bad_position'
  | 'bad_first_name'
  | 'bad_last_name'
  | 'bad_user_map'

/** Returns the first mistake in an account's fields, as far as they are given. */
export function validateProfile(fields: UserChanges): ProfileMistake | undefined {
  const { username, email, nickname = '', position = '', firstName = '', lastName = '' } = fields
  if (username !== undefined && !isUsername(username)) return 'bad_username'
  if (email !== undefined && !isEmail(email)) return 'bad_email'
  if (!isName(nickname)) return 'bad_nickname'
  if (!isName(position)) return 'bad_position'
  if (!isName(firstName)) return 'bad_first_name'
  if (!isName(lastName)) return 'bad_last_name'
  return isLong(fields.notifyProps) || isLong(fields.props) ? 'bad_user_map' : undefined
}

const isName = (text: string) => length(text) <= nameChars && !hasHiddenCharacters(text)

/** Limits maps of texts, which are read with their user at every call. */
function isLong(map: Record<string, string> = {}): boolean {
  return JSON.stringify(map).length > mapChars
}

function isUsername(text: string): boolean {
  return /^[a-z0-9._-]{1,64}$/.test(text) && !reservedNames.has(folded(text))
}

export function isEmail(text: string): boolean {
  return text.length <= emailChars && /^[^\s@]+@[^\s@]+$/.test(text)
}

export function isGoodPassword(password: string, shortest: number): boolean {
  return length(password) >= shortest && length(password) <= passwordChars
}
