import { checkNesting, parseExactly } from '@posthorn/core'
import type { TemplateOperand } from './nodes.js'
import type { TemplateSteps } from './steps.js'
import { tokensOf } from './tokens.js'
import { below, valueText } from './values.js'

/** Parsing takes up to so many times longer than reading. */
const parsingFactor = 25
const innerLimits = { scanFromLength: 1024, maxValues: 20_000, maxNesting: 100, maxShapes: 2000 }

/** Returns the value of a text that is JSON. Everything else stays as it is. */
export function jsonValue(steps: TemplateSteps, value: unknown): unknown {
  if (typeof value !== 'string') return value
  steps.characters(value.length * parsingFactor)
  if (checkNesting(value, innerLimits) !== undefined) return value
  try {
    return parseExactly(value)
  } catch {
    return value
  }
}

const maxPathLength = 500

/** Returns the value below a path, such as `detail.state`. */
export function valueAt(steps: TemplateSteps, value: unknown, path: unknown): unknown {
  const text = valueText(path)
  steps.characters(Math.min(text.length, maxPathLength) * parsingFactor)
  const keys = keysOfPath(text)
  steps.items(keys?.length ?? 0)
  return keys?.reduce<unknown>(below, value)
}

function keysOfPath(text: string): string[] | undefined {
  try {
    const [token, ...more] = text.length > maxPathLength ? [] : tokensOf(text, 0)
    const path = token?.kind === 'operand' && token.operand.kind === 'path' ? token.operand : undefined
    return path?.head === 'this' && path.up === 0 && more.length === 0 ? path.keys : undefined
  } catch {
    return undefined // not a path
  }
}

/** Returns what is wrong with the path of `get`. */
export function pathMistake([arg]: TemplateOperand[]): string | undefined {
  const isWrong = arg?.kind === 'literal' && keysOfPath(valueText(arg.value)) === undefined
  return isWrong ? 'get needs a path in quotation marks, such as "detail.state".' : undefined
}
