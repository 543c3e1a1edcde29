import { copy } from '../../ui/forms/copy-field.js'
import { toast } from '../../ui/toast.js'

/** The code of a fence that names its language. */
const named = 'pre > code[class^="language-"]'

/** Puts a frame around each block of code, with its language and a button that copies it. */
export function frameCode(content: DocumentFragment): void {
  for (const pre of content.querySelectorAll<HTMLElement>('pre')) {
    const frame = document.createElement('div')
    frame.className = 'code-block'
    pre.replaceWith(frame)
    const tools = document.createElement('div')
    tools.className = 'code-tools'
    const language = languageOf(pre.firstElementChild)
    const button = withText('button', 'Copy')
    button.setAttribute('type', 'button')
    button.setAttribute('aria-label', 'Copy code')
    button.dataset.copy = ''
    tools.append(button)
    if (language !== '') tools.append(withText('span', language))
    frame.append(pre, tools)
  }
}

function withText(tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  return element
}

function languageOf(code: Element | null): string {
  return /^language-(\S+)/.exec(code?.className ?? '')?.[1] ?? ''
}

/** Copies the code whose button was pressed, or selects it if the browser has no clipboard. */
export async function copyCode(button: Element): Promise<void> {
  const pre = button.closest('.code-block')?.querySelector('pre')
  if (!pre) return
  if (await copy(pre.textContent ?? '')) toast('Code copied')
  else getSelection()?.selectAllChildren(pre)
}

/** Colours a post's code. What does that is loaded with the first code that names its language. */
export async function colourCode(post: HTMLElement): Promise<void> {
  const codes = [...post.querySelectorAll(named)]
  if (codes.length === 0) return
  const { highlight } = await import('./highlight.js')
  for (const code of codes) highlight(code, languageOf(code))
}
