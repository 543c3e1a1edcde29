import { type Scope, scopes } from '@posthorn/contract'

/** The only scope that the reference server has, good for all that its user may do. */
const everything = 'user'

/** What these words ask for: all where there are none. Undefined where one of them is no scope. */
export function scopesAsked(words: readonly string[]): Scope[] | undefined {
  const known = words.every(word => word === everything || (scopes as readonly string[]).includes(word))
  if (!known) return undefined
  const isAll = words.length === 0 || words.includes(everything)
  return scopes.filter(scope => isAll || words.includes(scope))
}

/** `read post` → what it names. */
export function wordsIn(text: string): string[] {
  return text.split(' ').filter(word => word !== '')
}
