/**
 * Copies a text. Over plain http browsers have no clipboard for pages, but the old command still works.
 * @returns false where neither does: then say how to copy
 */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelecting(text)
  }
}

function copyBySelecting(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.className = 'sr-only'
  const before = document.activeElement
  const home = before?.closest('dialog') ?? document.body // all else is inert while a dialog is open
  home.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
