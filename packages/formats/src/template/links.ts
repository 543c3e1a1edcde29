import { escapeLabel, inOneLine } from '@posthorn/core'
import type { TemplateLink, TemplateNode } from './nodes.js'
import type { TemplateOutput } from './output.js'
import type { TemplateSteps } from './steps.js'
import { inert, SafeMarkdown, valueText } from './values.js'

/** The template's own characters in an address. */
const maxOwnCharacters = 500
/** Longer addresses are not linked. */
const maxAddress = 2000

/**
 * Finds the links whose address is made of values, such as `[{{name}}]({{base}}/{{name}})`. Linear in the text, because the search
 * for the end of an address is bounded.
 */
export function withLinks(nodes: TemplateNode[]): TemplateNode[] {
  if (nodes.length < 2 || !nodes.some(node => node.kind === 'text' && node.text.includes(']('))) return nodes
  const pieces = nodes.flatMap(node => (node.kind === 'text' ? piecesOf(node) : [node]))
  const made: TemplateNode[] = []
  const opened: number[] = []
  for (let next = 0; next < pieces.length; next++) {
    const piece = pieces[next] as TemplateNode
    const mark = piece.kind === 'text' ? piece.text : ''
    const start = mark.startsWith(']') ? opened.pop() : undefined
    const end = start !== undefined && mark === '](' ? endOfAddress(pieces, next + 1) : undefined
    if (mark.endsWith('[') && !mark.startsWith('\\')) opened.push(made.length)
    if (start === undefined || end === undefined) made.push(piece)
    else {
      const [first, ...label] = made.splice(start)
      const isImage = first?.kind === 'text' && first.text === '!['
      const address = joinedTexts(pieces.slice(next + 1, end))
      made.push({ kind: 'link', isImage, label: joinedTexts(label), address, at: first?.at ?? piece.at })
      next = end
    }
  }
  return joinedTexts(made)
}

/** Cuts a text at the marks of links. A backslash belongs to what follows it. */
function piecesOf({ text, at }: TemplateNode & { kind: 'text' }): TemplateNode[] {
  return [...text.matchAll(/\\.|!?\[|\]\(|[\]()\s!\\]|[^\\![\]()\s]+/gs)].map(({ 0: piece, index }) => ({
    kind: 'text',
    text: piece,
    at: at + index,
  }))
}

/** Returns the index of the bracket that ends an address which has values; undefined if nothing ends it. */
function endOfAddress(pieces: TemplateNode[], from: number): number | undefined {
  let [depth, characters, hasValues] = [0, 0, false]
  for (let at = from; at < pieces.length && characters <= maxOwnCharacters; at++) {
    const piece = pieces[at] as TemplateNode
    if (piece.kind !== 'text') hasValues = true
    else if (/^\s/.test(piece.text)) return undefined
    else if (piece.text === ')' && depth === 0) return hasValues ? at : undefined
    else if (piece.text === '(' || piece.text === '](') depth++
    else if (piece.text === ')') depth--
    characters += piece.kind === 'text' ? piece.text.length : 1
  }
  return undefined
}

function joinedTexts(nodes: TemplateNode[]): TemplateNode[] {
  const made: TemplateNode[] = []
  for (const node of nodes) {
    const last = made.at(-1)
    if (node.kind !== 'text' || last?.kind !== 'text') made.push(node)
    else made[made.length - 1] = { ...last, text: last.text + node.text }
  }
  return made
}

type RenderInto = (nodes: TemplateNode[], output: TemplateOutput) => void

/** Writes a link, or only its label if the address is not safe. In code, it shows as written. */
export function renderLink(
  { isImage, label, address, at }: TemplateLink,
  output: TemplateOutput,
  { steps, render }: { steps: TemplateSteps; render: RenderInto },
): void {
  const start = isImage ? '![' : '['
  if (!output.isOutsideCode()) {
    output.addMarkdown(start, at)
    render(label, output)
    output.addMarkdown('](', at)
    render(address, output)
    output.addMarkdown(')', at)
    return
  }
  const made = addressOutput(steps)
  render(address, made)
  const target = made.target()
  if (target === undefined) {
    render(label, output)
    return
  }
  output.addMarkdown(start, at)
  const shown = labelOutput(output)
  render(label, shown)
  if (shown.isEmpty()) output.add(target, at, labelText)
  output.addMarkdown(`](${target})`, at)
}

/** Escapes values so that they cannot end the label. */
function labelOutput(output: TemplateOutput): TemplateOutput & { isEmpty: () => boolean } {
  let isEmpty = true
  return {
    ...output,
    isEmpty: () => isEmpty,
    addMarkdown: (text, at) => {
      isEmpty &&= text.trim() === ''
      output.addMarkdown(text, at)
    },
    add: (value, at) => {
      isEmpty &&= !(value instanceof SafeMarkdown) && valueText(value).trim() === ''
      output.add(value, at, labelText)
    },
  }
}

function labelText(text: string): string {
  return inert(escapeLabel(inOneLine(text.replace(/\r\n?/g, '\n'))).replace(/(?<!\\)[[\]]/g, '\\$&'))
}

/** Collects an address. Values are encoded where they could end it. */
function addressOutput(steps: TemplateSteps): TemplateOutput & { target: () => string | undefined } {
  let written = ''
  let own: string | undefined // what the template itself begins with
  const append = (text: string) => {
    if (written.length <= maxAddress) written += text
  }
  return {
    text: () => written,
    isOutsideCode: () => true,
    addMarkdown: append,
    add: value => {
      own ??= written
      const text = value instanceof SafeMarkdown ? value.markdown : valueText(value)
      steps.markdown(text.length)
      append(encodedValue(text))
    },
    target: () => {
      const address = /^<.*>$/.test(written) ? written.slice(1, -1) : written
      const isOwn = own === undefined || /[:/#?]/.test(own)
      const isSafe = address.length <= maxAddress && (isOwn || /^(?:https?:\/\/|mailto:)./i.test(address))
      return isSafe && address !== '' ? address : undefined
    },
  }
}

/** Encodes what ends an address, and the start of an entity. */
function encodedValue(text: string): string {
  return text
    .trim()
    .toWellFormed()
    .replace(/[\s"<>()\\`|\p{Cc}]/gu, found =>
      found === '(' || found === ')' ? `%${found.charCodeAt(0).toString(16)}` : encodeURIComponent(found),
    )
    .replace(/&(?=#?\w{1,32};)/g, '&amp;')
}
