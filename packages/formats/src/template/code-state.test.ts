import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openCodeState } from './output.js'

/** The rule, for a whole text: fences come in pairs, and each run of backticks in another line has a partner. */
function isOutsideCode(markdown: string): boolean {
  const lines = markdown.split('\n')
  const fences = lines.filter(line => /^\s*`{3,}[^`]*$/.test(line))
  return fences.length % 2 === 0 && lines.every(line => fences.includes(line) || isBalanced(line))
}

function isBalanced(line: string): boolean {
  let open = 0
  for (const [run] of line.matchAll(/(?<!\\)`+/g)) {
    if (open === 0) open = run.length
    else if (open === run.length) open = 0
  }
  return open === 0
}

test('law: after each part, it knows whether the code of the whole text is closed', () => {
  const part = fc.string({
    unit: fc.constantFrom('`', '```', '\\', '\n', ' ', '\r', '\u00a0', 'a'),
    maxLength: 8,
  })
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), parts => {
      const state = openCodeState()
      let whole = ''
      for (const each of parts) {
        state.add(each)
        whole += each
        expect(state.isOutside()).toBe(isOutsideCode(whole))
      }
    }),
    { numRuns: 1000 },
  )
})
