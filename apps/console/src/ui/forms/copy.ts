/**
 * Copies text. Over plain http, pages have no clipboard API, but the old command still works.
 * @returns false if neither works, so that the caller can explain how to copy
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
  const home = before?.closest('dialog') ?? document.body // a modal dialog makes everything else inert
  home.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
