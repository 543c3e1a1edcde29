/** The line that a text ends with, as far as it has been written. */
type Line = {
  /** What the line has been so far: only spaces, backticks after them, text after at least three of these, or anything else. */
  lead: 'space' | 'backticks' | 'info' | 'other'
  /** The length of the backticks at its start. */
  leadLength: number
  /** The length of the run of backticks that no other run has closed, and of the run that the line ends with. */
  open: number
  run: number
}

const newLine: Readonly<Line> = { lead: 'space', leadLength: 0, open: 0, run: 0 }

/** Tells for a growing text whether its code is closed. */
export type CodeState = {
  add: (text: string) => void
  /**
   * Returns whether all code so far is closed, as far as its lines show. If not, its backticks could pair with those of a
   * value, and the value would not be code.
   */
  isOutside: () => boolean
}

/** Reads each character once, however often the state is asked for. */
export function openCodeState(): CodeState {
  let line: Line = { ...newLine }
  let isInFence = false
  let areBalanced = true
  let before = ''
  return {
    add: text => {
      for (const character of text) {
        if (character === '\n') {
          if (isFence(line)) isInFence = !isInFence
          else areBalanced &&= isBalanced(line)
          line = { ...newLine }
        } else if (character === '`') addBacktick(line, before === '\\')
        else addOther(line, character)
        before = character
      }
    },
    isOutside: () =>
      isFence(line) ? isInFence && areBalanced : !isInFence && areBalanced && isBalanced(line),
  }
}

/** A backslash escapes only the first backtick of a run. */
function addBacktick(line: Line, isEscaped: boolean): void {
  if (line.lead === 'info') line.lead = 'other'
  else if (line.lead !== 'other') {
    line.lead = 'backticks'
    line.leadLength++
  }
  if (line.run > 0 || !isEscaped) line.run++
}

function addOther(line: Line, character: string): void {
  if (line.lead === 'space' && !/\s/.test(character)) line.lead = 'other'
  else if (line.lead === 'backticks') line.lead = line.leadLength >= 3 ? 'info' : 'other'
  line.open = openAfter(line)
  line.run = 0
}

function openAfter({ open, run }: Line): number {
  if (open === 0) return run
  return open === run ? 0 : open
}

/** A fence has at least three backticks after spaces, and none after these. */
function isFence({ lead, leadLength }: Line): boolean {
  return lead === 'info' || (lead === 'backticks' && leadLength >= 3)
}

function isBalanced(line: Line): boolean {
  return openAfter(line) === 0
}
