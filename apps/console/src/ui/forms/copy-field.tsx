import { useRef, useState } from 'react'
import { Button } from '../button.js'
import { toast } from '../toast.js'
import { copy } from './copy.js'
import { FieldFrame } from './field.js'
import { inputClasses } from './input-classes.js'

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
