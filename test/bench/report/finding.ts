/** The unit of a figure. */
export type Unit = '/s' | 'ms' | 'µs' | 'MB' | 'kB' | 'B' | 'requests' | '×' | '% of a core'

/** A goal for a figure, or for its ratio to another if there is one. */
export type Goal = { atLeast: number; stretch?: number } | { atMost: number; stretch?: number }

/** A line of the report. */
export type Finding = {
  what: string
  value: number
  unit: Unit
  /** The comparison. If there is one, the goal is for value ÷ against.value. */
  against?: { what: string; value: number }
  goal?: Goal
}

export type Verdict = 'stretch reached' | 'reached' | 'missed'

export function compared({ value, against }: Finding): number {
  return against === undefined ? value : value / against.value
}

export function verdict(figure: number, goal: Goal): Verdict {
  const reaches = (limit: number) => ('atLeast' in goal ? figure >= limit : figure <= limit)
  if (goal.stretch !== undefined && reaches(goal.stretch)) return 'stretch reached'
  return reaches('atLeast' in goal ? goal.atLeast : goal.atMost) ? 'reached' : 'missed'
}
