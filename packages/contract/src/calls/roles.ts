import { Text } from '../parameters.js'

/** Roles as they are given, words with a space between: `base`, or both in any order. */
export function rolesOf<Base extends string, More extends string>(base: Base, more: More) {
  const fits = (text: string) => {
    const names = text.split(' ')
    return names.includes(base) && names.every(name => name === base || name === more)
  }
  return Text.refine(fits, `wants ${base}, or both with ${more}`).meta({
    enum: [base, `${base} ${more}`, `${more} ${base}`],
  })
}
