import MarkdownIt, { type MarkdownItOptions, type MarkdownIt as Renderer, type Token } from 'markdown-it'
import { bareLinks } from './bare-links.js'
import { escapeHtml } from './escape.js'
import { fences } from './fences.js'
import { images } from './images.js'
import { ownLines } from './inline-fences.js'
import { linkWords } from './linked-words.js'
import { safeLinks } from './links.js'
import { quotesToEnd } from './quotes-to-end.js'
import { slackTags } from './slack-tags.js'
import { tables, taskLists } from './tasks-and-tables.js'

/** The version of this renderer, stored beside what it rendered. Raise it when the same post gives other HTML. */
export const htmlVersion = 4

/** Lists, quotes and emphasis that nest deeper than `maxNesting` stay text. The published types lack that option. */
const options: MarkdownItOptions & { maxNesting: number } = { html: false, breaks: true, maxNesting: 20 }

const md = dialect()
/** For texts in which nothing can end a link: there every `[` would be searched for its end in vain. */
const unlinked = dialect().disable(['link', 'image'])

function dialect(): Renderer {
  const dialect = new MarkdownIt(options)
  for (const extend of [bareLinks, slackTags, safeLinks, images, fences, tables, taskLists, linkWords])
    dialect.use(extend)
  return dialect
}

/**
 * A message's markdown as safe HTML (docs/behaviour.md, rendering): GitHub's dialect, single line feeds kept, no raw HTML, links and images
 * of allowed schemes only.
 */
export function renderMarkdown(markdown: string): string {
  return renderPlain(markdown) ?? renderMarked(markdown)
}

/** The same, for a text that may have markup. */
export function renderMarked(markdown: string): string {
  if (markdown.includes(zeroWidthSpace)) return renderZeroWidth(markdown)
  const source = ownLines(quotesToEnd(markdown))
  return (canLink(source) ? md : unlinked).render(source)
}

const zeroWidthSpace = '\u200b'
/** A space that nobody writes. */
const standIn = '\u1680'

/**
 * Senders put zero-width spaces beside marks, so that Slack takes them for marks; markdown takes them for letters, beside
 * which they are none. They are read as spaces, and left away beside what became of marks.
 */
function renderZeroWidth(markdown: string): string {
  const html = renderMarked(markdown.replaceAll(zeroWidthSpace, standIn))
  return html
    .replace(/\u1680+(?=<\/?(?:strong|em|s)>)|(?<=<\/?(?:strong|em|s)>)\u1680+/g, '')
    .replaceAll(standIn, zeroWidthSpace)
}

/** A link's text ends before its address, or before one that stands elsewhere. */
function canLink(markdown: string): boolean {
  return markdown.includes('](') || markdown.includes(']:')
}

/** The blocks of a text, inline markdown unread, and its lines as the blocks count them. */
export function parseBlocks(markdown: string): { tokens: Token[]; lines: string[] } {
  const source = ownLines(markdown.replace(/\r\n?/g, '\n'))
  const tokens: Token[] = []
  md.block.parse(source, md, {}, tokens)
  return { tokens, lines: source.split('\n') }
}

/** What markdown, our links and our words begin with. A text may have more of them than mean anything: those are read whole. */
const marks = /[\\`*_~<|@#\0\r\t]|\]\(|\]:|&[#\w]|\/\/|www\.|mailto:/i

/** What makes of a line more than a line of a paragraph: lists, quotes, rules, heads of tables, code, and spaces that are dropped. */
const lineMarks = /^(?:[^\S\n]|[=+>:-]|\d{1,9}[.)])|[^\S\n]$/m

/**
 * The HTML of a text without any markup, in a seventh of the time that reading it as markdown takes. Law: it is what that
 * would give; undefined when it may be something else.
 */
export function renderPlain(text: string): string | undefined {
  if (marks.test(text) || lineMarks.test(text)) return undefined
  return text
    .split(/\n{2,}/)
    .map(paragraph => escapeHtml(paragraph).replace(/^\n|\n$/g, ''))
    .map(paragraph => (paragraph === '' ? '' : `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>\n`))
    .join('')
}
