import { codeRanges, type MarkdownToken, parseForeignMarkdown } from '@posthorn/core'
import {
  addCode,
  addImage,
  addText,
  type Block,
  blocksOf,
  closeLink,
  closeList,
  closeQuote,
  closeTable,
  type Draft,
  endBlock,
  heading,
  look,
  newDraft,
  openCell,
  openItem,
  openLink,
  openList,
  openQuote,
  openRow,
  openTable,
} from './draft.js'
import { withoutTags } from './html-in-markdown.js'

/** Longer texts are read up to here. */
const maxRead = 10_000

/** Reads the Markdown of GitHub, GitLab, Linear or Teams, with HTML in it. */
export function readMarkdown(text: string): Block[] {
  const draft = newDraft()
  for (const token of parseForeignMarkdown(proseOf(text.slice(0, maxRead)))) readToken(draft, token)
  if (text.length > maxRead) addText(draft, '…')
  return blocksOf(draft)
}

/** Tags in code are text. */
function proseOf(text: string): string {
  if (!text.includes('<')) return text
  let prose = ''
  let from = 0
  for (const { start, end } of codeRanges(text)) {
    prose += withoutTags(text.slice(from, start)) + text.slice(start, end)
    from = end
  }
  return prose + withoutTags(text.slice(from))
}

type Reader = (draft: Draft, token: MarkdownToken) => void

const breakLine: Reader = draft => addText(draft, '\n')
const code: Reader = (draft, { content, info }) => addCode(draft, content, info.trim().split(/\s/)[0])

const readers: Readonly<Record<string, Reader>> = {
  blockquote_close: closeQuote,
  blockquote_open: openQuote,
  bullet_list_close: closeList,
  bullet_list_open: draft => openList(draft),
  code_block: code,
  code_inline: (draft, { content }) => addText(draft, content, 'code'),
  em_close: draft => look(draft, 'italic', false),
  em_open: draft => look(draft, 'italic', true),
  fence: code,
  hardbreak: breakLine,
  heading_close: draft => heading(draft, false),
  heading_open: draft => heading(draft, true),
  image: (draft, { content, attrs }) => addImage(draft, content, attributeOf(attrs, 'src')),
  inline: readInline,
  link_close: closeLink,
  link_open: (draft, { attrs }) => openLink(draft, attributeOf(attrs, 'href')),
  list_item_open: openItem,
  ordered_list_close: closeList,
  ordered_list_open: (draft, { attrs }) => openList(draft, Number(attributeOf(attrs, 'start') || 1)),
  paragraph_close: endBlock,
  paragraph_open: endBlock,
  s_close: draft => look(draft, 'strike', false),
  s_open: draft => look(draft, 'strike', true),
  softbreak: breakLine,
  strong_close: draft => look(draft, 'bold', false),
  strong_open: draft => look(draft, 'bold', true),
  table_close: closeTable,
  table_open: openTable,
  td_open: openCell,
  text: (draft, { content }) => addText(draft, content),
  th_open: openCell,
  tr_open: openRow,
}

function readToken(draft: Draft, token: MarkdownToken): void {
  if (Object.hasOwn(readers, token.type)) readers[token.type]?.(draft, token)
}

function readInline(draft: Draft, { children }: MarkdownToken): void {
  for (const [index, child] of (children ?? []).entries())
    readToken(
      draft,
      index === 0 && child.type === 'text' ? { ...child, content: task(child.content) } : child,
    )
}

/** Writes the box of a task. Only lists have tasks, but a paragraph rarely begins like one. */
function task(text: string): string {
  return text.replace(/^\[([ xX])\](?= )/, (_box, mark) => (mark === ' ' ? '☐' : '☑'))
}

function attributeOf(attrs: MarkdownToken['attrs'], name: string): string {
  return String(attrs?.find(([each]) => each === name)?.[1] ?? '')
}
