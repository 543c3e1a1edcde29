import { codeRanges } from './code.js'
import { looksLikeTarget, markdownLink } from './link.js'

/**
 * Write Slack's conventions as markdown: `<!channel>`, `<URL|label>`, `<www.…>` (docs/behaviour.md, translation). All else
 * stays as it is: `<https://…>` is markdown already, `<!here>`, `<#C1>` and `<@U1>` have no effect, code is left alone.
 */
export function translate(text: string): string {
  if (!text.includes('<')) return text
  let translated = ''
  let from = 0
  for (const { start, end } of codeRanges(text)) {
    translated += translateLinks(translateAnnouncements(text.slice(from, start))) + text.slice(start, end)
    from = end
  }
  return translated + translateLinks(translateAnnouncements(text.slice(from)))
}

/** `<!channel>`, which is all that is translated in titles: they are plain text, where a link would not show (docs/behaviour.md, translation). */
export function translateAnnouncements(text: string): string {
  return text.replaceAll('<!channel>', '@channel')
}

/** Where the next of each character is, looked for once: a text of a million `<` is read in one pass. */
type Next = { bar: number; close: number; newline: number }

/** What lies between `<` and the next `>` is looked at when no newline, and no further `<` before the bar, is in it. */
function translateLinks(text: string): string {
  const next: Next = { bar: -1, close: -1, newline: -1 }
  let translated = ''
  let from = 0
  for (let open = text.indexOf('<'); open >= 0; ) {
    const after = indexOrEnd(text, '<', open + 1)
    look(text, open, next)
    if (next.close === text.length) break
    const written = next.newline < next.close ? undefined : translateTag(text, open, after, next)
    if (written !== undefined) {
      translated += text.slice(from, open) + written
      from = next.close + 1
    }
    open = text.indexOf('<', written === undefined ? after : from)
  }
  return translated + text.slice(from)
}

function look(text: string, from: number, next: Next): void {
  if (next.bar < from) next.bar = indexOrEnd(text, '|', from)
  if (next.close < from) next.close = indexOrEnd(text, '>', from)
  if (next.newline < from) next.newline = indexOrEnd(text, '\n', from)
}

/** What stands for the tag from `open` to `next.close`; `undefined` when it stays. `after` is where the next tag opens. */
function translateTag(text: string, open: number, after: number, { bar, close }: Next): string | undefined {
  if (after < Math.min(bar, close)) return undefined
  if (bar > close) return translateBare(text.slice(open + 1, close))
  const target = text.slice(open + 1, bar)
  return bar + 1 < close && looksLikeTarget(target)
    ? markdownLink(text.slice(bar + 1, close), target)
    : undefined
}

/** Most have nothing that would end the link early. */
const plainAddress = /^www\.[^\s()[\]]+$/i

function translateBare(inside: string): string | undefined {
  if (plainAddress.test(inside)) return `[${inside}](http://${inside})`
  return /^www\.[^\s]+$/i.test(inside) ? markdownLink(inside, `http://${inside}`) : undefined
}

function indexOrEnd(text: string, wanted: string, from: number): number {
  const at = text.indexOf(wanted, from)
  return at < 0 ? text.length : at
}
