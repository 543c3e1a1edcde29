import { FieldFault } from './fields.js'
import { templateFilters } from './filters.js'
import type {
  ComparisonSign,
  FilterCall,
  Filtered,
  FilterMode,
  TemplateCondition,
  TemplateOperand,
} from './nodes.js'
import { type TemplateToken, tokensOf } from './tokens.js'

/** The tokens of a tag, read from first to last. `end`: the offset after the tag. */
type Cursor = { tokens: TemplateToken[]; next: number; end: number; mode: FilterMode }

/** Parses a value with its filters, such as `user.name | truncate 20`. `at`: the offset of `text` in the field. */
export function parseFiltered(text: string, at: number, mode: FilterMode): Filtered {
  return whole(text, at, mode, filtered)
}

/** Parses a condition, such as `status == "firing" and not muted`. `and` binds tighter than `or`. */
export function parseCondition(text: string, at: number): TemplateCondition {
  return whole(text, at, 'plain', disjunction)
}

function whole<Parsed>(
  text: string,
  at: number,
  mode: FilterMode,
  parse: (cursor: Cursor) => Parsed,
): Parsed {
  const cursor = { tokens: tokensOf(text, at), next: 0, end: at + text.trimEnd().length, mode }
  const parsed = parse(cursor)
  const rest = cursor.tokens[cursor.next]
  if (!rest) return parsed
  const shown = rest.kind === 'sign' ? ` before "${rest.text}"` : ''
  throw new FieldFault(`Something is missing${shown}: one value, and filters after | are expected.`, rest.at)
}

function takeSign(cursor: Cursor, wanted: (text: string) => boolean): string | undefined {
  const token = cursor.tokens[cursor.next]
  if (token?.kind !== 'sign' || !wanted(token.text)) return undefined
  cursor.next++
  return token.text
}

function takeOperand(cursor: Cursor): TemplateOperand | undefined {
  const token = cursor.tokens[cursor.next]
  if (token?.kind !== 'operand') return undefined
  cursor.next++
  return token.operand
}

function placeIn({ tokens, next, end }: Cursor): number {
  return tokens[next]?.at ?? end
}

function disjunction(cursor: Cursor): TemplateCondition {
  return list(cursor, 'or', each => list(each, 'and', negation))
}

function list(
  cursor: Cursor,
  kind: 'and' | 'or',
  part: (cursor: Cursor) => TemplateCondition,
): TemplateCondition {
  const first = part(cursor)
  const parts = [first]
  while (takeSign(cursor, text => text === kind)) parts.push(part(cursor))
  return parts.length === 1 ? first : { kind, parts }
}

function negation(cursor: Cursor): TemplateCondition {
  let isNegated = false
  while (takeSign(cursor, text => text === 'not')) isNegated = !isNegated
  const of = comparison(cursor)
  return isNegated ? { kind: 'not', of } : of
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=', 'contains'])

function comparison(cursor: Cursor): TemplateCondition {
  const left = filtered(cursor)
  const at = placeIn(cursor)
  const sign = takeSign(cursor, text => comparisons.has(text))
  if (sign === undefined) return { kind: 'holds', of: left }
  return { kind: 'compare', sign: sign as ComparisonSign, left, right: filtered(cursor), at }
}

function filtered(cursor: Cursor): Filtered {
  const at = placeIn(cursor)
  const of = takeOperand(cursor)
  if (!of) throw new FieldFault('A path or a "text" is expected here.', at)
  const filters: FilterCall[] = []
  while (takeSign(cursor, text => text === '|')) {
    const [last] = filters.slice(-1)
    if (last?.filter.isLast) throw new FieldFault(`No filter can follow ${last.name}.`, placeIn(cursor))
    filters.push(filterCall(cursor))
  }
  return { of, filters, at }
}

function filterCall(cursor: Cursor): FilterCall {
  const at = placeIn(cursor)
  const named = takeOperand(cursor)
  const isName = named?.kind === 'path' && named.head === 'this' && named.up === 0
  const [name = '', ...more] = isName ? named.keys : []
  const filter = more.length === 0 ? templateFilters.get(name) : undefined
  if (!filter) throw new FieldFault(`There is no such filter. There are ${filterNames}.`, at)
  if (filter.isLast && cursor.mode === 'plain')
    throw new FieldFault(`${name} makes markdown, so it works only where the template writes text.`, at)
  const args: TemplateOperand[] = []
  while (args.length < filter.most) {
    const arg = takeOperand(cursor)
    if (!arg) break
    args.push(arg)
  }
  if (args.length < filter.least) throw new FieldFault(`${name} needs ${filter.needs}.`, placeIn(cursor))
  const mistake = filter.mistake?.(args)
  if (mistake !== undefined) throw new FieldFault(mistake, args[0]?.at ?? at)
  return { name, filter, args, at }
}

const filterNames = [...templateFilters.keys()].join(', ')
