import { full, type Plan, quick } from './plan.js'

export type Wishes = {
  plan: Plan
  /** The parts to measure, in their order. */
  parts: string[]
  /** Write the report into the repository. */
  save: boolean
}

/**
 * `npm run bench -- [quick] [save] [rounds] [parts …]`: all parts and three rounds, when absent.
 * @throws when a word means nothing
 */
export function readArguments(args: string[], known: string[]): Wishes {
  const words = args.filter(arg => !/^\d+$/.test(arg))
  const unknown = words.filter(word => ![...known, 'quick', 'save'].includes(word))
  if (unknown.length > 0)
    throw new Error(
      `There is no ${unknown.join(', ')}: choose of quick, save, a number of rounds, ${known.join(', ')}`,
    )
  const plan = words.includes('quick') ? quick : full
  const rounds = Number(args.find(arg => /^\d+$/.test(arg)) ?? plan.rounds)
  if (rounds === 0) throw new Error('At least one round is needed')
  const named = known.filter(part => words.includes(part))
  const save = words.includes('save')
  if (save && named.length > 0) throw new Error('What is saved is a whole run: leave the names of parts away')
  return { plan: { ...plan, rounds }, parts: named.length > 0 ? named : known, save }
}
