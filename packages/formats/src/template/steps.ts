import { FieldFault, maxTemplateOutputBytes, maxTemplateSteps } from './fields.js'

/** Characters that a step reads, compares or writes. */
export const charactersPerStep = 1000
/** Characters of which a step makes markdown, which looks for links and marks. */
export const markdownCharactersPerStep = 20
/** Items of a list, keys of an object or keys of a path that a step looks at. */
export const itemsPerStep = 20

/**
 * Counts the work of a template, so that the limit of steps bounds its time: a step stands for at most 4 µs. Each function faults
 * at the part that runs when the limit is exceeded. Call it before the work that it counts.
 */
export type TemplateSteps = {
  taken: () => number
  /** Counts a part of a template that runs. `at`: its offset in the field. */
  part: (at: number) => void
  characters: (count: number) => void
  /** Counts characters that become markdown. Also faults if they cannot fit into the field. */
  markdown: (count: number) => void
  items: (count: number) => void
  /** Counts work that is done once for each name. */
  once: (name: string, steps: number) => void
}

export function openSteps(): TemplateSteps {
  let taken = 0
  let place = 0
  const done = new Set<string>()
  const take = (steps: number) => {
    taken += steps
    if (taken > maxTemplateSteps) throw new FieldFault(tooMany, place, 'too_many_steps')
  }
  return {
    taken: () => taken,
    part: at => {
      place = at
      take(1)
    },
    characters: count => take(count / charactersPerStep),
    markdown: count => {
      if (count > maxTemplateOutputBytes) throw tooMuchOutput(place)
      take(count / markdownCharactersPerStep)
    },
    items: count => take(count / itemsPerStep),
    once: (name, steps) => {
      if (done.has(name)) return
      done.add(name)
      take(steps)
    },
  }
}

/** Returns the fault of a field that becomes too long. */
export function tooMuchOutput(at: number): FieldFault {
  return new FieldFault(tooMuch, at, 'too_much_output')
}

const tooMany = `The template takes more than ${maxTemplateSteps} steps for this JSON. Loop over a shorter list, or shorten a value with truncate.`
const tooMuch = `The field becomes longer than ${maxTemplateOutputBytes} bytes for this JSON. Shorten a value with truncate.`
