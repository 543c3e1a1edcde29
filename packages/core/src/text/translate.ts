import { codeRanges } from './code.js'
import { labelInOneLine, markdownLink } from './link.js'
import { type LinkTag, linkTagsIn } from './tags.js'

/**
 * Writes Slack's conventions as markdown: `<!channel>`, `<URL|label>`, `<www.…>` (docs/behaviour.md, translation). The rest
 * stays: `<https://…>` is markdown already, `<!here>`, `<#C1>` and `<@U1>` have no effect, and code is not translated.
 */
export function translate(text: string): string {
  const steps = translateInSteps(text)
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** Characters of one step, which takes about a millisecond. */
const stepCharacters = 32 * 1024

/** Translates like `translate`, and yields between steps, because a mebibyte of links takes 50 ms. */
export function* translateInSteps(text: string): Generator<undefined, string> {
  if (!text.includes('<')) return text
  let translated = ''
  let from = 0
  for (const { start, end } of codeRanges(text)) {
    translated += yield* translateLinks(translateAnnouncements(text.slice(from, start)))
    translated += text.slice(start, end)
    from = end
  }
  return translated + (yield* translateLinks(translateAnnouncements(text.slice(from))))
}

/** Translates only `<!channel>`. Titles are plain text, where a markdown link would not show (docs/behaviour.md, translation). */
export function translateAnnouncements(text: string): string {
  return text.replaceAll('<!channel>', '@channel')
}

function* translateLinks(text: string): Generator<undefined, string> {
  const tagAt = linkTagsIn(text)
  let translated = ''
  let from = 0
  let stepEnd = stepCharacters
  for (let open = text.indexOf('<'); open >= 0; ) {
    if (open > stepEnd) {
      yield
      stepEnd = open + stepCharacters
    }
    const tag = tagAt(open)
    const written = tag && translateTag(text, open, tag)
    if (tag !== undefined && written !== undefined) {
      translated += withoutImageMark(text.slice(from, open)) + written
      from = tag.close + 1
    }
    open = text.indexOf('<', Math.max(open + 1, from))
  }
  return translated + text.slice(from)
}

/** Returns the translation of a tag; `undefined` if the tag stays. */
function translateTag(text: string, open: number, { bar, close }: LinkTag): string | undefined {
  if (bar === close) return translateBare(text.slice(open + 1, close))
  const target = text.slice(open + 1, bar)
  const label = text.slice(bar + 1, close)
  if (label.trim() === '') return markdownLink(escapeMarks(target.replace(/^(?:mailto|tel):/i, '')), target)
  return markdownLink(labelInOneLine(escapeInnerLinks(escapeOddBackticks(label))), target)
}

/** Matches most URLs: those without characters that would end the link early. */
const plainAddress = /^www\.[^\s()[\]*~`\\]+$/i

function translateBare(inside: string): string | undefined {
  if (plainAddress.test(inside)) return `[${inside}](http://${inside})`
  return /^www\.[^\s]+$/i.test(inside) ? markdownLink(escapeMarks(inside), `http://${inside}`) : undefined
}

/** Escapes marks in a URL that is shown as a label. Underscores within words are not marks. */
function escapeMarks(address: string): string {
  return address.replace(/[*~`\\]/g, '\\$&')
}

/** Escapes links in a label, because markdown uses the inner one of two nested links. Images may stay. */
function escapeInnerLinks(label: string): string {
  return label.includes('](') && !label.includes('![') ? label.replaceAll('](', ']\\(') : label
}

/** Escapes unpaired backticks in a label, which would open code after the link. */
function escapeOddBackticks(label: string): string {
  if (!label.includes('`')) return label
  let escaped = ''
  let from = 0
  for (const { start, end } of [...codeRanges(label), { start: label.length, end: label.length }]) {
    escaped += label.slice(from, start).replaceAll('`', '\\`') + label.slice(start, end)
    from = end
  }
  return escaped
}

/** Escapes an exclamation mark before a link, which would make it an image. */
function withoutImageMark(before: string): string {
  return before.endsWith('!') && !before.endsWith('\\!') ? `${before.slice(0, -1)}\\!` : before
}
