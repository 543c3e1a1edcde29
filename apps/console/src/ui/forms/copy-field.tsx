import { useRef, useState } from 'react'
import { Button, IconButton } from '../button.js'
import { toast } from '../toast.js'
import { FieldFrame, inputClasses } from './field.js'

type CopyFieldProps = { label: string; value: string; action?: string; hint?: string; rows?: number }

/** Text with a copy button. Without clipboard access, it selects the text and names the keys. */
export function CopyField({ label, value, action = 'Copy', hint, rows }: CopyFieldProps) {
  const ref = useRef<HTMLTextAreaElement>(null)
  const [failed, setFailed] = useState(false)
  const press = async () => {
    const copied = await copy(value)
    setFailed(!copied)
    if (copied) toast('Copied')
    else ref.current?.select()
  }
  return (
    <FieldFrame label={label} hint={failed ? 'Press Ctrl+C (⌘C on a Mac) to copy the selected text.' : hint}>
      {wiring => (
        <div className={`flex items-start gap-2 ${rows ? 'flex-col' : 'max-sm:flex-col'}`}>
          <textarea
            {...wiring}
            ref={ref}
            readOnly
            spellCheck={false}
            rows={rows ?? 1}
            value={value}
            onFocus={event => event.target.select()}
            className={`${inputClasses} resize-none bg-well! py-1.5 font-mono text-sm overflow-x-auto whitespace-pre`}
          />
          <Button icon="copy" onClick={press}>
            {action}
          </Button>
        </div>
      )}
    </FieldFrame>
  )
}

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

/** A short value, such as an id, with a button that copies it. Without clipboard access, it can still be selected. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const press = async () => {
    if (await copy(value)) toast('Copied')
  }
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code className="min-w-0 font-mono wrap-anywhere select-all">{value}</code>
      <IconButton icon="copy" label={`Copy ${name}`} onClick={() => void press()} className="-my-1 size-7!" />
    </span>
  )
}
