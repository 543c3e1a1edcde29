import { readFileSync } from 'node:fs'
import type { Settings } from '@posthorn/db'

type Version = 'v3.10.3' | 'v4.10.10' | 'v5.37.0'

/** A call that was made to the reference server with these settings, and the result of each tested version. */
export type Recorded<Body, Observed> = {
  id: string
  settings: Partial<Settings>
  request: { method: string; path: string; headers: Record<string, string>; body: Body }
  observed: { [version in Version]?: Observed }
}

/** Reads the recorded calls of a file, one per line. */
export function readRecorded<Case>(file: URL): Case[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line): Case => JSON.parse(line))
}

/** Returns nothing if `difference` finds none to one of the references, otherwise the differences from each, by line. */
export function fromAllReferences<Observed>(
  { observed }: Recorded<unknown, Observed>,
  difference: (observed: Observed) => string[],
): string[] {
  const differences = references(observed).map(difference)
  return differences.some(lines => lines.length === 0) ? [] : [...new Set(differences.flat())]
}

/**
 * Returns the results to match: those of 3.10.3 and 4.10.10, which serve API v3. If they differ, either is right. 5.37.0
 * counts only if neither was tested.
 */
function references<Observed>(observed: Recorded<unknown, Observed>['observed']): Observed[] {
  const { 'v3.10.3': older, 'v4.10.10': newer, 'v5.37.0': background } = observed
  const both = [older, newer].filter(answer => answer !== undefined)
  return both.length > 0 || !background ? both : [background]
}
