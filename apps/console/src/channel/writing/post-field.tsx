import { maxMessageLength } from '@posthorn/contract'
import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  type SyntheticEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../../data/client/until-loaded.js'
import type { Place } from '../../data/posts/queries.js'
import { countOf } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'
import { type CompletionKeys, completed, type Token, tokenAt } from './token.js'

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

const Suggestions = lazyPart(() => import('./suggestions.js'), 'Suggestions')

/** Completes emoji, people, channels and hashtags while somebody writes. Loaded with the first of them. */
function useCompletion(place: Place, onChange: (text: string) => void) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const keys: CompletionKeys = useRef(null)
  const [token, setToken] = useState<Token>()
  const [active, setActive] = useState<string>()
  const look = ({
    currentTarget: { value, selectionStart, selectionEnd },
  }: SyntheticEvent<HTMLTextAreaElement>) =>
    setToken(selectionStart === selectionEnd ? tokenAt(value, selectionStart) : undefined)
  const close = () => setToken(undefined)
  const choose = (name: string) => {
    if (!field.current || !token) return
    field.current.setRangeText(completed(token, name), token.start, token.end, 'end')
    onChange(field.current.value)
    close()
  }
  return {
    field,
    /** Returns whether the key was meant for the suggestions. */
    takes: (event: KeyboardEvent) => {
      const isTaken = token !== undefined && keys.current?.(event) === true
      if (isTaken) event.preventDefault()
      return isTaken
    },
    props: {
      'aria-autocomplete': 'list',
      'aria-controls': token && id,
      'aria-activedescendant': active,
      onChange: (event: ChangeEvent<HTMLTextAreaElement>) => {
        onChange(event.target.value)
        look(event)
      },
      onSelect: look,
      onBlur: close,
    } as const,
    list: token && (
      <Suspense>
        <Suggestions
          key={token.kind + token.start}
          {...{ id, token, place, keys }}
          onChoose={choose}
          onClose={close}
          onActive={setActive}
        />
      </Suspense>
    ),
  }
}

/** Says by how much a text is too long for one post. */
export function overLimit(tooMany: number): string {
  return `${countOf(tooMany, 'character')} over the limit of ${formatNumber(maxMessageLength)}.`
}
