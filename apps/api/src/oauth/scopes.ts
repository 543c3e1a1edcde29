import { type Scope, scopes } from '@posthorn/contract'

/** The only scope that the reference server has, good for all that its user may do. */
const everything = 'user'

/** What other software calls reading one's own profile when it lets people log in. No id_token comes of `openid`. */
const profileWords = new Set(['profile', 'openid', 'email', 'user:email', 'read:user', 'read_user'])

/** What these words ask for: all where there are none. Undefined where one of them is no scope. */
export function scopesAsked(words: readonly string[]): Scope[] | undefined {
  const wanted = words.map(word => (profileWords.has(word) ? 'profile' : word))
  const known = wanted.every(word => word === everything || (scopes as readonly string[]).includes(word))
  if (!known) return undefined
  const isAll = words.length === 0 || words.includes(everything)
  return scopes.filter(scope => wanted.includes(scope) || (isAll && scope !== 'profile'))
}

/**
 * Whether an app may have asked for these scopes in other words. Clients compare what they are answered with what they
 * asked for, and a token's answer may leave its scope out where that is the same (RFC 6749, 5.1).
 */
export function mayHaveOtherWords(granted: readonly string[]): boolean {
  return granted.includes('profile') || granted.length === 3
}

/** `read post` → what it names. */
export function wordsIn(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}
