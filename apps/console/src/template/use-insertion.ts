import { type FocusEvent, useRef } from 'react'
import { insertionFor, type JsonPath } from './paths.js'

type Writable = HTMLInputElement | HTMLTextAreaElement

/** Inserts paths at the cursor of the field that had the focus last, or else of `text`. */
export function useInsertion() {
  const form = useRef<HTMLFormElement>(null)
  const last = useRef<Writable>(undefined)
  return {
    form,
    onFocus: ({ target }: FocusEvent) => {
      if (isWritable(target)) last.current = target
    },
    insert: (path: JsonPath, value: unknown) => {
      const field = last.current?.isConnected ? last.current : form.current?.elements.namedItem('text')
      if (field && isWritable(field)) insertInto(field, path, value)
    },
  }
}

function isWritable(element: unknown): element is Writable {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
}

function insertInto(field: Writable, path: JsonPath, value: unknown): void {
  const at = field.selectionStart ?? field.value.length
  const { text, cursorFromEnd } = insertionFor(field.name, field.value.slice(0, at), path, value)
  field.focus()
  // the only way that keeps the browser's undo; it announces the change as typing does
  if (!document.execCommand('insertText', false, text)) {
    field.setRangeText(text, at, field.selectionEnd ?? at, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const cursor = at + text.length - cursorFromEnd
  field.setSelectionRange(cursor, cursor)
}
