import { type Scope, scopes } from '@posthorn/contract'

/** The reference server's only scope, which covers everything that the user may do. */
const everything = 'user'

/** Other software's names for reading one's own profile at login. `openid` returns no id_token. */
const profileWords = new Set(['profile', 'openid', 'email', 'user:email', 'read:user', 'read_user'])

/** Returns the scopes that these words request; all if there are none. Undefined if one of them is unknown. */
export function scopesAsked(words: readonly string[]): Scope[] | undefined {
  const wanted = words.map(word => (profileWords.has(word) ? 'profile' : word))
  const known = wanted.every(word => word === everything || (scopes as readonly string[]).includes(word))
  if (!known) return undefined
  const isAll = words.length === 0 || words.includes(everything)
  return scopes.filter(scope => wanted.includes(scope) || (isAll && scope !== 'profile'))
}

/**
 * Checks whether an app may have requested these scopes in other words. Clients compare the granted scopes with the
 * requested ones, and a token response may omit them if they are the same (RFC 6749, 5.1).
 */
export function mayHaveOtherWords(granted: readonly string[]): boolean {
  return granted.includes('profile') || granted.length === 3
}

/** Splits `read post` into its scopes. */
export function wordsIn(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}
