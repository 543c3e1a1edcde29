import { type ClipboardEvent, type RefObject, useEffect, useRef } from 'react'

type Add = (files: Iterable<File>) => void

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true

/** Outside of channels, a browser would open a dropped file in place of Posthorn. */
function refuse(event: DragEvent): void {
  if (event.defaultPrevented || !event.dataTransfer || !hasFiles(event)) return
  event.preventDefault()
  event.dataTransfer.dropEffect = 'none'
}

/**
 * Takes files that are dropped anywhere on the channel or thread of a composer, or pasted into it.
 *
 * @param add undefined if the server stores no files
 */
export function useDroppedFiles(composer: RefObject<HTMLElement | null>, add: Add | undefined) {
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const place = composer.current?.closest<HTMLElement>('main, aside')
    const over = (event: DragEvent) => {
      if (latest.current && hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      over(event)
      if (event.defaultPrevented) latest.current?.(event.dataTransfer?.files ?? [])
    }
    place?.addEventListener('dragover', over)
    place?.addEventListener('drop', drop)
    for (const type of ['dragover', 'drop'] as const) window.addEventListener(type, refuse)
    return () => {
      place?.removeEventListener('dragover', over)
      place?.removeEventListener('drop', drop)
      for (const type of ['dragover', 'drop'] as const) window.removeEventListener(type, refuse)
    }
  }, [composer])
  return {
    onPaste: (event: ClipboardEvent) => {
      const { files, types } = event.clipboardData
      // Spreadsheets add a picture of the text that they copy
      const isText = types.includes('text/plain') && types.includes('text/html')
      if (!add || files.length === 0 || isText) return
      event.preventDefault()
      add(files)
    },
  }
}
