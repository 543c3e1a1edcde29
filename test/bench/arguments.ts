import { full, type Plan, quick } from './plan.js'

export type Wishes = {
  plan: Plan
  /** The parts to measure, in order. */
  parts: string[]
  /** Whether to write the report into the repository. */
  save: boolean
}

/**
 * Reads `npm run bench -- [quick] [save] [rounds] [parts …]`. Defaults to the usual parts and three rounds.
 * @throws for an unknown word
 */
export function readArguments(args: string[], usual: string[], onlyByName: string[] = []): Wishes {
  const known = [...usual, ...onlyByName]
  const words = args.filter(arg => !/^\d+$/.test(arg))
  const unknown = words.filter(word => ![...known, 'quick', 'save'].includes(word))
  if (unknown.length > 0)
    throw new Error(
      `Unknown: ${unknown.join(', ')}. Choose from quick, save, a number of rounds, ${known.join(', ')}.`,
    )
  const plan = words.includes('quick') ? quick : full
  const rounds = Number(args.find(arg => /^\d+$/.test(arg)) ?? plan.rounds)
  if (rounds === 0) throw new Error('At least one round is needed.')
  const named = known.filter(part => words.includes(part))
  const save = words.includes('save')
  const isOwnPage = named.length === 1 && onlyByName.includes(named[0] ?? '')
  if (save && named.length > 0 && !isOwnPage)
    throw new Error(
      `Only a complete run or ${onlyByName.join(', ')} can be saved. Remove the names of other parts.`,
    )
  return { plan: { ...plan, rounds }, parts: named.length > 0 ? named : usual, save }
}
