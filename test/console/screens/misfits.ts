import type { Page } from 'playwright-core'

/** Describes everything on the page that does not fit: the rule, and the text that breaks it. */
export async function misfits(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`(() => {
    ${helpers.join('\n')}
    return [${rules.map(({ name }) => `...${name}()`).join(', ')}]
  })()`)
  return [...new Set(found)]
}

/* All others run in the page, as text, and can call only each other. */

function nameOf(node: Element): string {
  return `<${node.localName} class="${String(node.getAttribute('class')).slice(0, 60)}"> ${(node.textContent ?? '').trim().slice(0, 60)}`
}

function isShown(node: Element): boolean {
  const { width, height } = node.getBoundingClientRect()
  return width > 1 && height > 1 && node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
}

function shown(selector: string, within: ParentNode = document.body): Element[] {
  return [...within.querySelectorAll(selector)].filter(isShown)
}

/** Code, and tables that the keyboard can scroll, may be wider than their place. */
function mayScroll(node: Element): boolean {
  return node.closest('pre, textarea, .post-html table, section[tabindex]') !== null
}

/** Whether the whole text is in a tooltip or in the name for screen readers. */
function hasFullText(node: Element): boolean {
  const named = node.closest('[title], a[aria-label], button[aria-label], [role=option], input, select')
  return (named ?? node.querySelector('[title]')) !== null
}

function widePage(): string[] {
  const { clientWidth, scrollWidth } = document.documentElement
  return scrollWidth > clientWidth
    ? [`the page is ${scrollWidth - clientWidth} px wider than its window`]
    : []
}

function cutParts(): string[] {
  const found: string[] = []
  for (const node of shown('*')) {
    const { overflowX, display, webkitLineClamp } = getComputedStyle(node)
    const isWider = node.scrollWidth > node.clientWidth + 1 && display !== 'inline'
    const text = node.textContent?.trim()
    if (!text || hasFullText(node)) continue
    if (isWider && ['hidden', 'clip'].includes(overflowX)) found.push(`cut: ${nameOf(node)}`)
    if (isWider && ['auto', 'scroll'].includes(overflowX) && !mayScroll(node))
      found.push(`scrolls sideways by ${node.scrollWidth - node.clientWidth} px: ${nameOf(node)}`)
    if (webkitLineClamp !== 'none' && node.scrollHeight > node.clientHeight + 2)
      found.push(`lines are cut: ${nameOf(node)}`)
  }
  return found
}

/** Placeholders take one line, and an input cuts what has no room. */
function cutPlaceholders(): string[] {
  const pen = document.createElement('canvas').getContext('2d')
  const found: string[] = []
  for (const node of shown('input[placeholder]:placeholder-shown')) {
    const { placeholder, clientWidth } = node as HTMLInputElement
    const { font, paddingLeft, paddingRight } = getComputedStyle(node)
    if (!pen) continue
    pen.font = font
    const room = clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const { width } = pen.measureText(placeholder)
    if (width > room + 1) found.push(`placeholder is cut by ${Math.ceil(width - room)} px: ${placeholder}`)
  }
  return found
}

/** Text that leaves the window, and text so narrow that it breaks after every word. */
function squeezedTexts(): string[] {
  const minCharacters = 10
  const { clientWidth } = document.documentElement
  const found: string[] = []
  for (const node of shown('*')) {
    const texts = [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
    const text = texts
      .map(({ textContent }) => textContent)
      .join('')
      .trim()
    if (text === '') continue
    const { left, right, width, height } = node.getBoundingClientRect()
    const { display, fontSize, lineHeight } = getComputedStyle(node)
    if ((right > clientWidth + 1 || left < -1) && !mayScroll(node))
      found.push(`outside of the window: ${nameOf(node)}`)
    const isNarrow = width < (minCharacters * Number.parseFloat(fontSize)) / 2
    const lines = height / Number.parseFloat(lineHeight)
    if (isNarrow && lines > 1.9 && text.length > minCharacters && !display.startsWith('inline'))
      found.push(`narrow: ${nameOf(node)}`)
  }
  return found
}

/** Titles of rows have room, rows are as wide as their table's place, and nothing leaves its cell. */
function badCells(): string[] {
  const minTitlePx = 220
  const found: string[] = []
  for (const row of shown('tr:has([data-row])')) {
    const place = row.closest('table')?.parentElement?.clientWidth ?? 0
    if (row.getBoundingClientRect().width < place - 1) found.push(`narrow row: ${nameOf(row)}`)
  }
  for (const cell of shown('th, td')) {
    const box = cell.getBoundingClientRect()
    const hasTitle = cell.querySelector('[data-row]:not(:has(time))') !== null
    if (hasTitle && box.width < minTitlePx) found.push(`narrow title: ${nameOf(cell)}`)
    for (const inner of shown('a, span, p, time, code', cell)) {
      const { left, right } = inner.getBoundingClientRect()
      if (inner.closest('dialog, [popover]') !== cell.closest('dialog, [popover]')) continue
      const isOutside = left < box.left - 1 || right > box.right + 1
      if (isOutside && !mayScroll(inner)) found.push(`outside of its cell: ${nameOf(inner)}`)
    }
  }
  return found
}

/** Times and terms take one line, and follow-ups of one line are as high as it. */
function tallLines(): string[] {
  const found: string[] = []
  for (const node of shown('time.whitespace-nowrap, dt:not(:has(kbd))')) {
    const text = document.createRange()
    text.selectNodeContents(node)
    const lines = new Set([...text.getClientRects()].map(({ bottom }) => Math.round(bottom)))
    if (lines.size > 1) found.push(`on ${lines.size} lines: ${nameOf(node)}`)
  }
  for (const article of shown('article:not(:has(> .size-9, button, h3))')) {
    const text = article.querySelector('.post-html')?.getBoundingClientRect().height ?? 0
    const { height } = article.getBoundingClientRect()
    if (text < 24 && height > 32) found.push(`a follow-up is ${height} px high: ${nameOf(article)}`)
  }
  return found
}

/** A text of several sentences is a paragraph, not a column of single words. */
function thinParagraphs(): string[] {
  const minPx = 140
  const minCharacters = 60
  const isThin = (node: Element) =>
    (node.textContent ?? '').trim().length >= minCharacters && node.getBoundingClientRect().width < minPx
  return shown('p:not(.truncate)')
    .filter(isThin)
    .map(node => `a thin paragraph: ${nameOf(node)}`)
}

/** A link of the breadcrumb is cut only if the title behind it needs the room. */
function shortCrumbs(): string[] {
  const found: string[] = []
  for (const crumb of shown('nav[aria-label=Breadcrumb] a')) {
    const title = crumb.closest('header')?.querySelector('h1')
    const room = (title?.parentElement?.clientWidth ?? 0) - (title?.clientWidth ?? 0)
    const missing = crumb.scrollWidth - crumb.clientWidth
    if (missing > 1 && missing < room) found.push(`cut next to ${room} px of room: ${nameOf(crumb)}`)
  }
  return found
}

/** A navigation has one current page. */
function currentPages(): string[] {
  return shown('nav').flatMap(nav => {
    const current = shown('[aria-current=page]', nav)
    return current.length > 1 ? [`${current.length} current pages: ${current.map(nameOf).join(' and ')}`] : []
  })
}

const rules = [
  widePage,
  cutParts,
  cutPlaceholders,
  squeezedTexts,
  thinParagraphs,
  badCells,
  tallLines,
  shortCrumbs,
  currentPages,
]
const helpers = [nameOf, isShown, shown, mayScroll, hasFullText, ...rules]
