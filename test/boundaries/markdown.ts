import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A document: its path in the repository and its lines outside of fenced code. */
export type Page = { file: string; lines: string[] }

/** Every file that is tracked by git. */
export const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')

/** Every tracked Markdown document. */
export const pages: Page[] = tracked
  .filter(file => file.endsWith('.md'))
  .map(file => ({ file, lines: withoutFences(readFileSync(root + file, 'utf8')).split('\n') }))

function withoutFences(text: string): string {
  return text.replace(/^```.*?^```$/gms, fence => fence.replace(/.+/g, ''))
}

/** Whether a line is a row of a table. */
export const isRow = (line: string) => line.startsWith('|')

/** Returns the trimmed cells of a table's row. */
export function cellsOf(row: string): string[] {
  return row
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map(cell => cell.trim())
}

/** Returns the targets of links and images, without those that lead to other hosts. */
export function relativeLinks({ lines }: Page): string[] {
  const prose = lines.join('\n').replace(/`[^`\n]*`/g, '')
  const markdown = [...prose.matchAll(/\]\(([^()\s]+)\)/g)]
  const html = [...prose.matchAll(/(?:src|srcset|href)="([^"\s]+)"/g)]
  return [...markdown, ...html]
    .map(([, target = '']) => target)
    .filter(target => !/^[a-z][a-z+.-]*:/i.test(target))
}

/** Returns the anchors of a page's headings, as GitHub forms them. */
export function anchorsOf({ lines }: Page): string[] {
  const slugs = lines.flatMap(line => {
    const [, heading] = /^#{1,6} (.*)$/.exec(line) ?? []
    return heading === undefined ? [] : [slugOf(heading)]
  })
  return slugs.map((slug, index) => {
    const before = slugs.slice(0, index).filter(other => other === slug).length
    return before === 0 ? slug : `${slug}-${before}`
  })
}

function slugOf(heading: string): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase()
  return text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replaceAll(' ', '-')
}
