import type { UserChanges } from '@posthorn/db'
import type { Refusal } from '@posthorn/server'

/**
 * Names that mean something else (spec 4.1), `here` and `system` as in later versions, and those that would pass for
 * Posthorn itself, for a hook, or for who runs the server. Each stands for all its spellings: see `folded`.
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

/** What people read in a name: `Ad-min.` is `admin`. */
const folded = (username: string) => username.toLowerCase().replace(/[._-]/g, '')

const longestName = 64
const longestEmail = 128
const longestPassword = 64

/** Maps of strings are read with their user at every call. */
const longestMap = 4000

const length = (text: string) => [...text].length

/** What is wrong with an account's fields, as far as they are given: the first mistake in the order of spec 4.1. */
export function mistakeIn(fields: UserChanges): Refusal | undefined {
  const { username, email, nickname = '', position = '', firstName = '', lastName = '' } = fields
  if (username !== undefined && !isUsername(username)) return 'bad_username'
  if (email !== undefined && !isEmail(email)) return 'bad_email'
  if (length(nickname) > longestName) return 'bad_nickname'
  if (length(position) > longestName) return 'bad_position'
  if (length(firstName) > longestName) return 'bad_first_name'
  if (length(lastName) > longestName) return 'bad_last_name'
  return isLong(fields.notifyProps) || isLong(fields.props) ? 'bad_user_map' : undefined
}

function isLong(map: Record<string, string> = {}): boolean {
  return JSON.stringify(map).length > longestMap
}

function isUsername(text: string): boolean {
  return /^[a-z0-9._-]{1,64}$/.test(text) && !reservedNames.has(folded(text))
}

export function isEmail(text: string): boolean {
  return text.length <= longestEmail && /^[^\s@]+@[^\s@]+$/.test(text)
}

export function isGoodPassword(password: string, shortest: number): boolean {
  return length(password) >= shortest && length(password) <= longestPassword
}
