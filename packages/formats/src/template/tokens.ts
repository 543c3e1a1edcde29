import { parseExactly } from '@posthorn/core'
import { FieldFault } from './fields.js'
import { type PathHead, pathHeads, type TemplateOperand } from './nodes.js'

/** A part of a tag. `sign`: a comparison, a bar, or one of the reserved words. */
export type TemplateToken =
  | { kind: 'sign'; text: string; at: number }
  | { kind: 'operand'; operand: TemplateOperand; at: number }

const space = /\s+/y
const sign = /==|!=|<=|>=|[<>|]/y
const number = /-?\d+(?:\.\d+)?(?![^\s|=!<>"'])/y
const quoted = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/sy
const key = /[^\s|"'=!<>()[\]{}.]+/y

const reserved = new Set(['and', 'or', 'not', 'contains'])
const constants = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Cuts the inside of a tag into tokens. `at`: where it starts in the field. */
export function tokensOf(text: string, at: number): TemplateToken[] {
  const reader = readerOf(text, at)
  const tokens: TemplateToken[] = []
  while (reader.skipSpace()) tokens.push(nextToken(reader))
  return tokens
}

type Reader = ReturnType<typeof readerOf>

function readerOf(text: string, start: number) {
  let offset = 0
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = offset
    const match = pattern.exec(text)
    if (match) offset = pattern.lastIndex
    return match ?? undefined
  }
  return {
    take,
    takeText: (wanted: string) => {
      if (!text.startsWith(wanted, offset)) return false
      offset += wanted.length
      return true
    },
    /** Returns whether something follows. */
    skipSpace: () => {
      take(space)
      return offset < text.length
    },
    at: () => start + offset,
    shown: () => text.slice(offset, offset + 20).split(/\s/, 1)[0] ?? '',
  }
}

function nextToken(reader: Reader): TemplateToken {
  const at = reader.at()
  const found = reader.take(sign)
  if (found) return { kind: 'sign', text: found[0], at }
  const text = reader.take(quoted)
  if (text) return literal(unquoted(text), at)
  const amount = reader.take(number)
  if (amount) return literal(parseExactly(amount[0].replace(/^(-?)0+(?=\d)/, '$1')) as string | number, at)
  return pathToken(reader, at)
}

function literal(value: string | number | boolean | null, at: number): TemplateToken {
  return { kind: 'operand', operand: { kind: 'literal', value, at }, at }
}

const escapes: Record<string, string> = { n: '\n', t: '\t' }

function unquoted([, double, single]: RegExpExecArray): string {
  return (double ?? single ?? '').replace(
    /\\(.)/gs,
    (_, character: string) => escapes[character] ?? character,
  )
}

function pathToken(reader: Reader, at: number): TemplateToken {
  let up = 0
  while (reader.takeText('../')) up++
  const first = reader.takeText('[') ? { quoted: keyInBrackets(reader) } : { bare: bareStart(reader) }
  const keys = restOfPath(reader)
  const { bare } = first
  if (bare === undefined) return path({ head: 'this', up, keys: [first.quoted ?? '', ...keys], at })
  if (up === 0 && keys.length === 0) {
    if (reserved.has(bare)) return { kind: 'sign', text: bare, at }
    if (constants.has(bare)) return literal(constants.get(bare) ?? null, at)
  }
  const head = pathHeads.find(name => name === bare)
  if (bare.startsWith('@') && !head)
    throw new FieldFault(`Nothing is called ${bare}. There are ${specials}.`, at)
  return path({ head: head ?? 'this', up, keys: head ? keys : [bare, ...keys], at })
}

const specials = pathHeads.slice(1).join(', ')

function path(found: { head: PathHead; up: number; keys: string[]; at: number }): TemplateToken {
  return { kind: 'operand', operand: { kind: 'path', ...found }, at: found.at }
}

/** A dot alone means `this`. */
function bareStart(reader: Reader): string {
  return reader.takeText('.') ? 'this' : bareKey(reader)
}

function restOfPath(reader: Reader): string[] {
  const keys: string[] = []
  while (true) {
    if (reader.takeText('[')) keys.push(keyInBrackets(reader))
    else if (reader.takeText('.')) keys.push(bareKey(reader))
    else return keys
  }
}

function bareKey(reader: Reader): string {
  const [name] = reader.take(key) ?? []
  if (name !== undefined) return name
  const shown = reader.shown()
  if (shown.startsWith('=')) throw new FieldFault('Write == to compare.', reader.at())
  const found = shown === '' ? 'nothing' : `"${shown}"`
  throw new FieldFault(`A path or a "text" is expected here, not ${found}.`, reader.at())
}

/** Reads `"key"]` or `0]`. */
function keyInBrackets(reader: Reader): string {
  const at = reader.at()
  const text = reader.take(quoted)
  const name = text ? unquoted(text) : reader.take(key)?.[0]
  if (name === undefined || !reader.takeText(']'))
    throw new FieldFault('Write a key between brackets as ["my key"].', at)
  return name
}
