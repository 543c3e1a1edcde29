import { Text } from '../parameters.js'

/** Validates a list of roles: `base`, or both in any order, separated by a space. */
export function rolesOf<Base extends string, More extends string>(base: Base, more: More) {
  const fits = (text: string) => {
    const names = text.split(' ')
    return names.includes(base) && names.every(name => name === base || name === more)
  }
  return Text.refine(fits, `must be ${base}, optionally with ${more}`).meta({
    enum: [base, `${base} ${more}`, `${more} ${base}`],
  })
}
