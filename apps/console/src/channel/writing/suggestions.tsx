import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useImperativeHandle, useState } from 'react'
import type { Place } from '../../data/posts/queries.js'
import { classes } from '../../ui/classes.js'
import { type Suggestion, suggestionsQuery } from './sources.js'
import type { CompletionKeys, Token } from './token.js'

const labels = { ':': 'Emoji', '@': 'People', '~': 'Channels', '#': 'Hashtags' } as const

type SuggestionsProps = {
  id: string
  token: Token
  place: Place
  keys: CompletionKeys
  onChoose: (name: string) => void
  onClose: () => void
  /** Called with the id of the active option. */
  onActive: (id: string | undefined) => void
}

/** Finds the names, and moves between them. */
function useChosen({ id, token, place, keys, onChoose, onClose, onActive }: SuggestionsProps) {
  const client = useQueryClient()
  const { data, isPlaceholderData } = useQuery(suggestionsQuery(token, place, client))
  const isFitting = ({ name }: Suggestion) => !isPlaceholderData || name.startsWith(token.term.toLowerCase())
  const found = data?.kind === token.kind ? data.found.filter(isFitting) : []
  const [chosen, setChosen] = useState(0)
  const active = Math.min(chosen, found.length - 1)
  const activeId = found[active] && `${id}-${active}`
  useEffect(() => onActive(activeId), [onActive, activeId])
  useEffect(() => () => onActive(undefined), [onActive])
  const move = (step: number) => setChosen((active + step + found.length) % found.length)
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    const choose = () => onChoose(found[active]?.name ?? '')
    const act = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Enter: choose,
      Tab: choose,
      Escape: onClose,
    }[event.key]
    const isOurs = act !== undefined && found.length > 0 && !event.shiftKey && !event.nativeEvent.isComposing
    if (isOurs) act()
    return isOurs
  })
  return { found, active }
}

/** Names that complete what somebody types. Arrows move, Enter and Tab choose, Esc closes. */
export function Suggestions(props: SuggestionsProps) {
  const { id, token, onChoose } = props
  const { found, active } = useChosen(props)
  return (
    <div
      id={id}
      role="listbox"
      aria-label={labels[token.kind]}
      className={classes(
        'absolute bottom-full left-0 z-20 mb-1 max-h-72 w-full max-w-sm overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop',
        found.length === 0 && 'hidden',
      )}
    >
      {found.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the text field, which has the focus, handles keys
        <div
          key={suggestion.name}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerDown={event => event.preventDefault()} // keeps the focus in the text field
          onClick={() => onChoose(suggestion.name)}
          className={classes(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded-md px-2 select-none hover:bg-hover pointer-coarse:min-h-10',
            index === active && 'bg-pressed forced-colors:outline',
          )}
        >
          <Shown kind={token.kind} suggestion={suggestion} />
        </div>
      ))}
    </div>
  )
}

function Shown({
  kind,
  suggestion: { name, shown, about },
}: {
  kind: Token['kind']
  suggestion: Suggestion
}) {
  return (
    <>
      {shown && <span aria-hidden="true">{shown}</span>}
      <bdi dir="auto" className="truncate">
        {kind === ':' ? `:${name}:` : `${kind}${name}`}
      </bdi>
      {about && (
        <bdi dir="auto" className="truncate text-sm text-quiet">
          {about}
        </bdi>
      )}
    </>
  )
}
