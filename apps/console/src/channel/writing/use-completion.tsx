import {
  type ChangeEvent,
  type KeyboardEvent,
  Suspense,
  type SyntheticEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { lazyPart } from '../../data/client/lazy-part.js'
import type { Place } from '../../data/posts/queries.js'
import { type CompletionKeys, completed, type Token, tokenAt } from './token.js'

const Suggestions = lazyPart(() => import('./suggestions.js'), 'Suggestions')

/** Completes emoji, people, channels and hashtags while somebody writes. Loaded with the first of them. */
export function useCompletion(place: Place, onChange: (text: string) => void) {
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
