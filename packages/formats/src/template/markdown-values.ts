import { escapeMarkdown } from '@posthorn/core'
import { code, link } from '../adapters/markdown.js'

/** What a filter makes of a value: markdown that is not escaped again. */
export class SafeMarkdown {
  /**
   * @param shown the text that it shows, for places where code would not stay code
   * @param linesAfter how many line feeds must follow it. More than none also means that it needs a line of its own.
   */
  constructor(
    readonly markdown: string,
    readonly shown?: string,
    readonly linesAfter = 0,
  ) {}
}

/** Returns a value as markdown that shows it as written, in its own lines. It mentions nobody. */
export function escapeValue(text: string): string {
  return inert(escapeMarkdown(text.trim().replace(/\r\n?/g, '\n'), true))
}

/** Returns a value as inline code, on one line. */
export function inlineCode(text: string): SafeMarkdown {
  return new SafeMarkdown(code(text.replace(/\s+/g, ' ').trim(), text.length + 1), text)
}

/** Returns a value as a block of code. Tildes, because people write backticks themselves. */
export function fencedCode(text: string): SafeMarkdown {
  const lines = text.replace(/\r\n?/g, '\n').replace(/^\n+/, '').trimEnd()
  if (lines === '') return new SafeMarkdown('')
  const fence = '~'.repeat(Math.max(4, 1 + longestRun(lines, '~')))
  return new SafeMarkdown(`${fence}\n${lines}\n${fence}`, lines, 1)
}

/** Returns a value as a quote of all its lines. */
export function valueQuote(text: string): SafeMarkdown {
  const lines = escapeValue(text).split('\n')
  if (lines[0] === '') return new SafeMarkdown('')
  return new SafeMarkdown(lines.map(line => `> ${line}`.trimEnd()).join('\n'), undefined, 2)
}

/** Returns a link. Without an http(s) address, only its label. */
export function valueLink(label: string, address: string): SafeMarkdown {
  return new SafeMarkdown(link(label.replace(/\s+/g, ' '), address.trim(), label.length + 1))
}

function longestRun(text: string, character: string): number {
  let [longest, run] = [0, 0]
  for (const each of text) {
    run = each === character ? run + 1 : 0
    longest = Math.max(longest, run)
  }
  return longest
}

/** Writes the signs of mentions as entities, except in addresses, in which they mention nobody. */
function inert(markdown: string): string {
  return markdown.replace(/:\/\/[^\s<>|]*|(?<![\p{L}\p{N}])@|(?<=&lt;|^)!/gu, found =>
    found.length > 1 ? found : `&#${found.charCodeAt(0)};`,
  )
}
