import MarkdownIt, { type MarkdownItOptions } from 'markdown-it'

/** A mark or a text, as markdown-it names them: `strong_open`, `text`, `fence`. */
export type MarkdownToken = {
  type: string
  content: string
  /** The language of a fence. */
  info: string
  attrs: [name: string, value: string | number][] | null
  children: MarkdownToken[] | null
}

const options: MarkdownItOptions & { maxNesting: number } = { html: false, breaks: true, maxNesting: 20 }
const foreign = new MarkdownIt(options)
/** The reader decides which addresses it shows. An address of another scheme would leave its marks in the text. */
foreign.validateLink = () => true

/** Parses markdown that another program wrote: GitHub's dialect, without our own additions. */
export function parseForeignMarkdown(markdown: string): MarkdownToken[] {
  return foreign.parse(markdown, {}) as MarkdownToken[]
}
