/** How bad a severity is, by the names that people give to severities and priorities. */
const ranks = new Map(
  Object.entries({
    5: ['critical', 'crit', 'disaster', 'emergency', 'fatal', 'page', 'p1', 'sev1', 'blocker'],
    4: ['error', 'high', 'major', 'urgent', 'p2', 'sev2', 'alert'],
    2: ['warning', 'warn', 'medium', 'minor', 'average', 'p3', 'sev3'],
    1: ['info', 'information', 'informational', 'low', 'none', 'notice', 'debug', 'p4', 'p5', 'sev4', 'sev5'],
  }).flatMap(([rank, names]) => names.map(name => [name, Number(rank)] as const)),
)

/** Without a known name, an alert is somewhere in the middle. */
const unknownRank = 3

/** Returns how bad a severity is, from 1. An alert that fires is never 0, which means well. */
export function severityRank(name: string): number {
  return ranks.get(name.toLowerCase()) ?? unknownRank
}
