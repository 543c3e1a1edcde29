import type { PostObject } from '@posthorn/contract'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useImperativeHandle, useState } from 'react'
import { channelsQuery } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import type { Place } from '../../data/posts/queries.js'
import type { PostWindow } from '../../data/posts/windows.js'
import { classes } from '../../ui/classes.js'
import type { CompletionKeys, Token, TokenKind } from './token.js'

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

/** A name that completes a token, with what distinguishes it from others. */
type Suggestion = { name: string; shown?: string; about?: string }

const maxSuggestions = 8
const minuteMs = 60_000

/** Waits until the user pauses typing. */
const pauseMs = 150

type Asked = { term: string; place: Place; client: QueryClient; signal: AbortSignal }
type Source = (asked: Asked) => Promise<Suggestion[]> | Suggestion[]

const sources: Record<TokenKind, Source> = {
  ':': emojiNamed,
  '@': peopleNamed,
  '~': channelsNamed,
  '#': tagsNamed,
}

/** The names that complete a token, best first. */
const suggestionsQuery = ({ kind, term }: Token, place: Place, client: QueryClient) =>
  queryOptions({
    queryKey: ['suggestions', place.channel, kind, term.toLowerCase()],
    queryFn: async ({ signal }) => {
      const found = await sources[kind]({ term: term.toLowerCase(), place, client, signal })
      return { kind, found: found.slice(0, maxSuggestions) }
    },
    staleTime: minuteMs,
    placeholderData: keepPreviousData, // while the user types
  })

async function emojiNamed({ term }: Asked): Promise<Suggestion[]> {
  const { emojiNames } = await import('./emoji-names.js')
  return startingFirst(emojiNames, term)
}

const everybody: Suggestion[] = [
  { name: 'channel', about: 'everybody in this channel' },
  { name: 'all', about: 'everybody in this channel' },
]

async function peopleNamed({ term, place: params, signal }: Asked): Promise<Suggestion[]> {
  await pause(signal)
  const { in_channel: inside, out_of_channel: outside } = await api.autocompleteChannelUsers({
    params,
    query: { term },
    signal,
  })
  return [
    ...inside.map(user => ({ name: user.username, about: fullNameOf(user) })),
    ...everybody.filter(({ name }) => name.startsWith(term)),
    ...outside.map(({ username: name }) => ({ name, about: 'not in this channel' })),
  ]
}

/** The next character aborts a search that has not begun. */
async function pause(signal: AbortSignal): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, pauseMs))
  signal.throwIfAborted()
}

function fullNameOf({ first_name, last_name }: { first_name?: string; last_name?: string }): string {
  return [first_name, last_name].filter(Boolean).join(' ')
}

async function channelsNamed({ term, place: { team }, client, signal }: Asked): Promise<Suggestion[]> {
  await pause(signal)
  const found = await api.autocompleteChannels({ params: { team }, query: { term }, signal })
  const own = client.getQueryData(channelsQuery(team).queryKey) ?? []
  const isWanted = ({
    type,
    name,
    display_name: title,
  }: {
    type: string
    name: string
    display_name: string
  }) => type === 'P' && (name.startsWith(term) || title.toLowerCase().startsWith(term))
  return [...found, ...own.filter(isWanted)].map(({ name, display_name: about }) => ({ name, about }))
}

/** Finds hashtags among the posts that this browser has loaded, the latest first. */
function tagsNamed({ term, client }: Asked): Suggestion[] {
  const windows = client.getQueriesData<PostWindow>({ queryKey: ['posts'] })
  const tags = windows.flatMap(([, window]) => window?.posts.toReversed().flatMap(tagsOf) ?? [])
  return startingFirst(
    [...new Set(tags)].map(name => ({ name })),
    term,
  )
}

function tagsOf({ hashtags }: PostObject): string[] {
  return hashtags.split(' ').flatMap(tag => (tag.startsWith('#') ? tag.slice(1).toLowerCase() : []))
}

/** Names that start with the term, then those with a word that does. */
function startingFirst(all: Suggestion[], term: string): Suggestion[] {
  const starting = all.filter(({ name }) => name.startsWith(term))
  const within = all.filter(({ name }) => name.includes(`_${term}`) || name.includes(`-${term}`))
  return [...new Set([...starting, ...within])]
}
