import type { PostObject } from '@posthorn/contract'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { channelsQuery } from '../../data/channels.js'
import { api } from '../../data/client/api.js'
import type { Place } from '../../data/posts/queries.js'
import type { PostWindow } from '../../data/posts/windows.js'
import type { Token, TokenKind } from './token.js'

/** A name that completes a token, with what distinguishes it from others. */
export type Suggestion = { name: string; shown?: string; about?: string }

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
export const suggestionsQuery = ({ kind, term }: Token, place: Place, client: QueryClient) =>
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
