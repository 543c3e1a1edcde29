import MarkdownIt, { type MarkdownItOptions, type MarkdownIt as Renderer, type Token } from 'markdown-it'
import { emoji, withEmoji } from './emoji.js'
import { escapeHtml } from './escape.js'
import { fences, ownLines } from './fences.js'
import { linkWords } from './linked-words.js'
import { bareLinks, safeLinks, slackTags } from './links.js'
import { quotesToEnd, tables, taskLists } from './quotes-and-lists.js'
import { images } from './urls.js'

/** The version of this renderer, stored with each post's HTML. Raise it when the same post renders differently. */
export const htmlVersion = 5

/** Lists, quotes and emphasis that nest deeper than `maxNesting` stay text. The published types lack that option. */
const options: MarkdownItOptions & { maxNesting: number } = { html: false, breaks: true, maxNesting: 20 }

const md = dialect()
/** For texts without link targets. The other parser would search for the end of every `[` in vain. */
const unlinked = dialect().disable(['link', 'image'])

/** For single lines, which have no blocks and no images. */
const line = dialect().disable(['image', 'sized_image'])

function dialect(): Renderer {
  const dialect = new MarkdownIt(options)
  for (const extend of [bareLinks, slackTags, safeLinks, images, fences, tables, taskLists, linkWords, emoji])
    dialect.use(extend)
  return dialect
}

/**
 * Renders a message's markdown as safe HTML (docs/behaviour.md, rendering): GitHub's dialect, with single line feeds, without
 * raw HTML, and with links and images of allowed schemes only.
 */
export function renderMarkdown(markdown: string): string {
  return renderPlain(markdown) ?? renderMarked(markdown)
}

/** Renders a text as one line of the same safe HTML, without blocks. Images become links. */
export function renderLine(markdown: string): string {
  return line.renderInline(markdown.replace(/\s+/g, ' ').trim())
}

/** Renders a text that may contain markup. */
export function renderMarked(markdown: string): string {
  if (markdown.includes(zeroWidthSpace)) return renderZeroWidth(markdown)
  const source = ownLines(quotesToEnd(markdown))
  return (canLink(source) ? md : unlinked).render(source)
}

const zeroWidthSpace = '\u200b'
/** A space that no sender writes. */
const standIn = '\u1680'

/**
 * Reads zero-width spaces as spaces, and drops them next to rendered marks. Senders put them next to marks for Slack, but
 * markdown treats them as letters, next to which marks are plain text.
 */
function renderZeroWidth(markdown: string): string {
  const html = renderMarked(markdown.replaceAll(zeroWidthSpace, standIn))
  return html
    .replace(/(?<!\u1680)\u1680+(?=<\/?(?:strong|em|s)>)|(?<=<\/?(?:strong|em|s)>)\u1680+/g, '')
    .replaceAll(standIn, zeroWidthSpace)
}

/** Returns whether the text has a link target, either inline or as a reference. */
function canLink(markdown: string): boolean {
  return markdown.includes('](') || markdown.includes(']:')
}

/** Returns a text's block tokens without inline markdown, and its lines as the blocks count them. */
export function parseBlocks(markdown: string): { tokens: Token[]; lines: string[] } {
  const source = ownLines(markdown.replace(/\r\n?/g, '\n'))
  const tokens: Token[] = []
  md.block.parse(source, md, {}, tokens)
  return { tokens, lines: source.split('\n') }
}

/** The characters that start markdown, links or linked words. They may be plain text, but need the full parser. */
const marks = /[\\`*_~<|@#\0\r\t]|\]\(|\]:|&[#\w]|\/\/|www\.|mailto:/i

/** Line starts and ends that are not plain paragraphs: lists, quotes, rules, table heads, code, and dropped spaces. */
const lineMarks = /^(?:[^\S\n]|[=+>:-]|\d{1,9}[.)])|[^\S\n]$/m

/**
 * Renders a text without markup in a seventh of the full parser's time. Law: the result is the same. Returns undefined for
 * texts that may contain markup.
 */
export function renderPlain(text: string): string | undefined {
  if (marks.test(text) || lineMarks.test(text)) return undefined
  return text
    .split(/\n{2,}/)
    .map(paragraph => escapeHtml(withEmoji(paragraph)).replace(/^\n|\n$/g, ''))
    .map(paragraph => (paragraph === '' ? '' : `<p>${paragraph.replaceAll('\n', '<br>\n')}</p>\n`))
    .join('')
}
