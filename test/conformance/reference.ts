import { readFileSync } from 'node:fs'
import type { Settings } from '@posthorn/db'

type Version = 'v3.10.3' | 'v4.10.10' | 'v5.37.0'

/** A call that was made to the reference server with these settings, and what each of its versions that was asked did. */
export type Recorded<Body, Observed> = {
  id: string
  settings: Partial<Settings>
  request: { method: string; path: string; headers: Record<string, string>; body: Body }
  observed: { [version in Version]?: Observed }
}

/** The recorded calls of a file, one a line. */
export function readRecorded<Case>(file: URL): Case[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line): Case => JSON.parse(line))
}

/** Nothing when `difference` finds none from one of the references; else, line by line, what differs from each of them. */
export function fromAllReferences<Observed>(
  { observed }: Recorded<unknown, Observed>,
  difference: (observed: Observed) => string[],
): string[] {
  const differences = references(observed).map(difference)
  return differences.some(lines => lines.length === 0) ? [] : [...new Set(differences.flat())]
}

/**
 * What to match: 3.10.3 and 4.10.10, which serve API v3; where they differ, either. 5.37.0 is background, and counts only
 * where neither was asked.
 */
function references<Observed>(observed: Recorded<unknown, Observed>['observed']): Observed[] {
  const { 'v3.10.3': older, 'v4.10.10': newer, 'v5.37.0': background } = observed
  const both = [older, newer].filter(answer => answer !== undefined)
  return both.length > 0 || !background ? both : [background]
}
