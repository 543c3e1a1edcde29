import { type KeyboardEvent, type ReactNode, type RefObject, useImperativeHandle } from 'react'
import type { Place } from '../../data/posts/queries.js'
import { useCompletion } from './use-completion.js'

type PostFieldProps = {
  place: Place
  label: string
  text: string
  onChange: (text: string) => void
  /** Enter without Shift. */
  onEnter: () => void
  onEscape: () => void
  /** The id of what is wrong with the text. */
  describedBy: string | undefined
  ref?: RefObject<HTMLTextAreaElement | null>
  autoFocus?: boolean
  /** Buttons behind the text. */
  children: ReactNode
}

/** Text of a post with completion. Enter is for sending, Shift+Enter starts a new line. */
export function PostField({ place, label, text, onChange, onEnter, onEscape, ...props }: PostFieldProps) {
  const { ref, describedBy, autoFocus, children } = props
  const completion = useCompletion(place, onChange)
  useImperativeHandle(ref, () => completion.field.current as HTMLTextAreaElement)
  const press = (event: KeyboardEvent) => {
    if (completion.takes(event)) return
    if (event.key === 'Escape') onEscape()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  return (
    <div className="relative flex items-end gap-1 rounded-lg border border-edge bg-raised p-1 focus-within:border-accent focus-within:outline-2 focus-within:outline-accent">
      {completion.list}
      <textarea
        dir="auto"
        {...completion.props}
        ref={completion.field}
        aria-label={label}
        placeholder={label}
        aria-describedby={describedBy}
        // biome-ignore lint/a11y/noAutofocus: only where the user has just asked for the field
        autoFocus={autoFocus}
        rows={1}
        value={text}
        onKeyDown={press}
        className="field-sizing-content max-h-48 min-h-8 flex-auto resize-none px-2 py-1.5 outline-none pointer-coarse:min-h-10"
      />
      {children}
    </div>
  )
}
