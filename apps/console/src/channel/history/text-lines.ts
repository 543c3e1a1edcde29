/** Elements that begin a new line. */
const blocks =
  'p, li, tr, blockquote, pre, h1, h2, h3, h4, h5, h6, div, section, article, header, footer, figure, dl, dt, dd, br, hr'

/** Returns the lines of text in a post's HTML, as a reader sees them. */
export function textLines(html: string): string[] {
  const template = document.createElement('template') // its content loads nothing
  template.innerHTML = html
  for (const cell of template.content.querySelectorAll('td, th')) cell.append(' ')
  for (const block of template.content.querySelectorAll(blocks)) {
    block.before('\n')
    block.append('\n')
  }
  const lines = (template.content.textContent ?? '').split('\n').map(line => line.trim())
  return lines.filter(line => line !== '')
}
