import { parseCondition, parseFiltered } from './expression.js'
import {
  FieldFault,
  maxTemplateBytes,
  maxTemplateDepth,
  placed,
  type TemplateFault,
  type TemplateField,
  type TemplateFields,
  templateFields,
} from './fields.js'
import { withLinks } from './links.js'
import type { FilterMode, TemplateCondition, TemplateNode } from './nodes.js'

/** A template that is ready to render. Conditions are undefined if their field is empty. */
export type ParsedTemplate = {
  sources: TemplateFields
  markdown: TemplateNode[]
  threadKey: TemplateNode[]
  updateKey: TemplateNode[]
  channel: TemplateNode[]
  color: TemplateNode[]
  close: TemplateCondition | undefined
  onlyIf: TemplateCondition | undefined
}

export type TemplateParsing =
  | { outcome: 'parsed'; template: ParsedTemplate }
  | { outcome: 'failed'; fault: TemplateFault }

/** Parses the fields of a template. Returns the first fault. Never throws. */
export function parseTemplate(fields: TemplateFields): TemplateParsing {
  const bytes = templateFields.reduce((sum, name) => sum + Buffer.byteLength(fields[name]), 0)
  if (bytes > maxTemplateBytes) return failed('text', tooLong(bytes))
  let field: TemplateField = 'text'
  const read = <Parsed>(name: TemplateField, parse: (source: string) => Parsed): Parsed => {
    field = name
    return parse(fields[name])
  }
  try {
    const template = {
      sources: fields,
      markdown: read('text', source => nodesOf(source, 'markdown')),
      threadKey: read('thread_key', source => nodesOf(source, 'plain')),
      updateKey: read('update_key', source => nodesOf(source, 'plain')),
      close: read('close', conditionOf),
      channel: read('channel', source => nodesOf(source, 'plain')),
      onlyIf: read('only_if', conditionOf),
      color: read('color', source => nodesOf(source, 'plain')),
    }
    if (fields.text.trim() === '') return failed('text', new FieldFault('The template needs a text.', 0))
    return { outcome: 'parsed', template }
  } catch (error) {
    return { outcome: 'failed', fault: placed(error, field, fields[field]) }
  }
}

function tooLong(bytes: number): FieldFault {
  const message = `The template has ${bytes} bytes. At most ${maxTemplateBytes} are allowed.`
  return new FieldFault(message, 0, 'too_long')
}

function failed(field: TemplateField, error: FieldFault): TemplateParsing {
  return { outcome: 'failed', fault: placed(error, field, '') }
}

function conditionOf(source: string): TemplateCondition | undefined {
  if (source.trim() === '') return undefined
  const braces = source.indexOf('{{')
  if (braces >= 0)
    throw new FieldFault('Write a condition without braces, such as status == "resolved".', braces)
  return parseCondition(source, 0)
}

/** The pieces of a field, read from first to last. */
type PieceCursor = { pieces: Piece[]; next: number; length: number; mode: FilterMode }

function nodesOf(source: string, mode: FilterMode): TemplateNode[] {
  const cursor = { pieces: piecesOf(source), next: 0, length: source.length, mode }
  const nodes = nodesUntilEnd(cursor, 0)
  const rest = cursor.pieces[cursor.next]
  if (rest) throw new FieldFault(`{{${shownTag(rest)}}} has no block that it belongs to.`, rest.at)
  return nodes
}

function shownTag({ text }: Piece): string {
  return text.trim().slice(0, 30)
}

/** Parses up to the tag that ends or divides a block, which stays. */
function nodesUntilEnd(cursor: PieceCursor, depth: number): TemplateNode[] {
  const nodes: TemplateNode[] = []
  for (let piece = cursor.pieces[cursor.next]; piece; piece = cursor.pieces[cursor.next]) {
    if (piece.kind === 'tag' && /^\s*(?:\/|else(?:\s|$))/.test(piece.text)) break
    cursor.next++
    const node = nodeOf(cursor, piece, depth)
    if (node) nodes.push(node)
  }
  return cursor.mode === 'markdown' ? withLinks(nodes) : nodes
}

function nodeOf(cursor: PieceCursor, { kind, text, at }: Piece, depth: number): TemplateNode | undefined {
  if (kind === 'text') return { kind, text, at }
  const start = at + text.length - text.trimStart().length
  const [mark = ''] = text.trimStart()
  if (mark === '!') return undefined
  if (mark === '#') return blockOf(cursor, text.trimStart(), start, depth + 1)
  if (mark === '>') throw new FieldFault('A template cannot include another one.', start)
  if (mark === '^' || mark === '&')
    throw new FieldFault(`{{${mark} has no meaning here. Use {{#if}} or raw.`, start)
  return { kind: 'value', value: parseFiltered(text, at, cursor.mode), at: start }
}

function blockOf(cursor: PieceCursor, text: string, at: number, depth: number): TemplateNode {
  const [, name = '', rest = ''] = /^#(each|if)(?=\s|$)(.*)$/s.exec(text) ?? []
  if (name === '')
    throw new FieldFault(
      'There are two blocks: {{#each list}} … {{/each}} and {{#if condition}} … {{/if}}.',
      at,
    )
  if (depth > maxTemplateDepth)
    throw new FieldFault(`Blocks may be nested ${maxTemplateDepth} levels deep.`, at, 'too_deep')
  const inner = at + text.length - rest.length
  return name === 'each' ? eachOf(cursor, rest, inner, depth) : ifOf(cursor, rest, inner, depth)
}

function eachOf(cursor: PieceCursor, text: string, at: number, depth: number): TemplateNode {
  const of = parseFiltered(text, at, 'plain')
  const body = nodesUntilEnd(cursor, depth)
  const otherwise = takeElse(cursor) === '' ? nodesUntilEnd(cursor, depth) : []
  close(cursor, 'each', at)
  return { kind: 'each', of, body, otherwise, at }
}

function ifOf(cursor: PieceCursor, text: string, at: number, depth: number): TemplateNode {
  const branches = [{ condition: parseCondition(text, at), body: nodesUntilEnd(cursor, depth) }]
  let otherwise: TemplateNode[] = []
  while (true) {
    const place = cursor.pieces[cursor.next]
    const condition = takeElse(cursor)
    if (condition === undefined || !place) break
    if (condition === '') {
      otherwise = nodesUntilEnd(cursor, depth)
      break
    }
    const start = place.at + place.text.length - condition.length
    branches.push({ condition: parseCondition(condition, start), body: nodesUntilEnd(cursor, depth) })
  }
  close(cursor, 'if', at)
  return { kind: 'if', branches, otherwise, at }
}

/** Takes `{{else}}` or `{{else if condition}}`. Returns the condition, or empty. */
function takeElse(cursor: PieceCursor): string | undefined {
  const piece = cursor.pieces[cursor.next]
  const found = piece && /^\s*else(?:\s+if(?=\s)(.*)|\s*)$/s.exec(piece.text)
  if (piece?.kind === 'tag' && /^\s*else/.test(piece.text) && !found)
    throw new FieldFault('Write {{else}} or {{else if condition}}.', piece.at)
  if (piece?.kind !== 'tag' || !found) return undefined
  cursor.next++
  return found[1] ?? ''
}

function close(cursor: PieceCursor, name: 'each' | 'if', at: number): void {
  const piece = cursor.pieces[cursor.next]
  if (!piece) throw new FieldFault(`This {{#${name}}} has no {{/${name}}}.`, at)
  if (piece.text.trim() !== `/${name}`) throw new FieldFault(`{{/${name}}} is expected here.`, piece.at)
  cursor.next++
}

/** A part of a field: text as written, or what stands between braces. `at` is its offset in the field. */
type Piece = { kind: 'text' | 'tag'; text: string; at: number }

/**
 * Cuts a field into texts and tags. A block's tag or a comment that has a line for itself takes the line with it, so that it
 * leaves no empty lines.
 */
function piecesOf(source: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (let open = source.indexOf('{{'); open >= 0; open = source.indexOf('{{', from)) {
    const end = endOfTag(source, open)
    const text = source.slice(open + 2, end)
    const line = isOfBlock(text) ? ownLine(source, open, end + 2) : undefined
    addText(pieces, source, from, line ? Math.max(from, line.start) : open)
    pieces.push({ kind: 'tag', text, at: open + 2 })
    from = line?.end ?? end + 2
  }
  addText(pieces, source, from, source.length)
  return pieces
}

function addText(pieces: Piece[], source: string, from: number, to: number): void {
  if (to > from) pieces.push({ kind: 'text', text: source.slice(from, to), at: from })
}

/** Returns where the braces close. Those in a string do not count. */
function endOfTag(source: string, open: number): number {
  if (source.startsWith('{{{', open))
    throw new FieldFault('Write {{path | raw}} for a value that is not escaped, with two braces.', open)
  const isComment = source.startsWith('{{!', open)
  let quote = ''
  for (let at = open + 2; at < source.length; at++) {
    const character = source[at] ?? ''
    if (quote !== '' && character === '\\') at++
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (!isComment && (character === '"' || character === "'")) quote = character
    else if (character === '}' && source[at + 1] === '}') return at
    else if (!isComment && character === '{' && source[at + 1] === '{') break
  }
  const why = quote === '' ? 'This {{ is not closed. Write }} after it.' : 'A quotation mark is not closed.'
  throw new FieldFault(why, open)
}

function isOfBlock(text: string): boolean {
  return /^\s*(?:[#/!]|else(?:\s|$))/.test(text)
}

/** Returns the line that a tag has for itself, with its line feed. Reads only the spaces around the tag. */
function ownLine(source: string, open: number, end: number): { start: number; end: number } | undefined {
  let start = open
  while (isSpaceInLine(source[start - 1])) start--
  let feed = end
  while (isSpaceInLine(source[feed])) feed++
  const isAlone = (source[start - 1] ?? '\n') === '\n' && (source[feed] ?? '\n') === '\n'
  return isAlone ? { start, end: Math.min(feed + 1, source.length) } : undefined
}

function isSpaceInLine(character: string | undefined): boolean {
  return character !== undefined && character !== '\n' && /\s/.test(character)
}
