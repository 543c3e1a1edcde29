import {
  ApiError,
  type ChannelObject,
  type FoundDelivery,
  hookPostName,
  type PostList,
} from '@posthorn/contract'
import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { channelsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { isFromHook } from '../data/posts/from-hook.js'
import { askForHtml, inOrder } from '../data/posts/queries.js'
import { useIsSystemAdmin, useMe } from '../data/session.js'
import { useSidebarChannels } from '../data/sidebar.js'
import { useTeam } from '../data/teams.js'
import { otherUserId, userQuery } from '../data/users.js'
import { outcomeWords } from '../deliveries/delivery-table.js'
import { systemEntries } from '../system-entries.js'
import { usePaused } from '../ui/use-paused.js'
import { asTyped, searchedWords } from './excerpt.js'
import { channelGoal, type Goal, type Group, hookGoal, personGoal, postGoal } from './goals.js'

/** Returns what a text leads to. Without a text: the channels of the user, unread ones first, and all screens. */
export function useGroups(typed: string): { groups: Group[]; isSearching: boolean } {
  const team = useTeam()
  const { id: me } = useMe()
  const client = useQueryClient()
  const term = usePaused(typed.trim())
  const found = useQuery(foundQuery(team, term))
  const searched = postsFoundQuery(team, term, me, client)
  const posts = useQuery({ ...searched, enabled: searched.enabled === true && !found.isFetching })
  const deliveries = useDeliveries(team.name, term, found.isFetching)
  const own = useOwnChannels(typed.trim().replace(/^~/, '').toLowerCase())
  const screens = useScreens(typed.trim().toLowerCase())
  const isSearching = term !== typed.trim() || [found, deliveries, posts].some(query => query.isFetching)
  if (typed.trim() === '') return { groups: [own, screens], isSearching: false }
  const [channels, ...others] = term === '' ? [] : (found.data ?? [])
  const known = new Set(own.goals.map(({ key }) => key))
  const unknown = channels?.goals.filter(({ key }) => !known.has(key)) ?? []
  const first = { title: 'Channels', goals: [...own.goals, ...unknown] }
  const short = [first, ...others, ...(deliveries.data ? [deliveries.data] : []), screens].map(
    ({ title, goals }) => ({
      title,
      goals: goals.slice(0, maxOfKind),
    }),
  )
  const last = term.length < leastSearched ? undefined : posts.data
  return { groups: [...short, ...(last ? [last] : [])].filter(({ goals }) => goals.length > 0), isSearching }
}

/** Deliveries of all webhooks, once other searches of the user have ended. */
function useDeliveries(team: string, term: string, isBusy: boolean) {
  const isSystemAdmin = useIsSystemAdmin()
  const query = deliveriesFoundQuery(team, term)
  return useQuery({ ...query, enabled: query.enabled === true && isSystemAdmin && !isBusy })
}

/** The user's channels, unread ones first, and what must be known of private ones, which no search finds. */
function useOwnChannels(wanted: string): Group {
  const team = useTeam()
  const channels = useSidebarChannels() ?? []
  const goals = channels
    .filter(({ channel }) => channel.type !== 'D')
    .toSorted((one, other) => Number(other.isUnread) - Number(one.isUnread))
    .map(({ channel }) => channelGoal(team.name, channel))
    .filter(({ name, about = '' }) => `${name} ${about}`.toLowerCase().includes(wanted))
  return { title: 'Channels', goals }
}

function useScreens(wanted: string): Group {
  const { name: team } = useTeam()
  const isSystemAdmin = useIsSystemAdmin()
  const isOAuthOn = useIsOAuthOn() === true
  const goals = screensOf({ team, isSystemAdmin, isOAuthOn })
  return { title: 'Screens', goals: goals.filter(({ name }) => name.toLowerCase().includes(wanted)) }
}

/** Results of a kind. */
const maxOfKind = 5
const maxPosts = 20
/** Shorter terms are in every post. */
const leastSearched = 2

type Team = { id: string; name: string }

/** Channels, people and webhooks that the server finds. */
const foundQuery = (team: Team, term: string) =>
  queryOptions({
    queryKey: ['jump', team.id, term],
    queryFn: async ({ signal }): Promise<Group[]> => {
      const params = { team: team.id }
      const query = { term: term.replace(/^[~@#]/, '') }
      // one after the other: the server lets only few searches of a user wait
      const channels = await api.autocompleteChannels({ params, query, signal })
      const people = await api.autocompleteTeamUsers({ params, query, signal })
      const wanted = { search: term, limit: maxOfKind }
      const hooks = await api.searchHooks({ params, query: wanted, signal }).catch(() => undefined) // webhooks may be off
      return [
        { title: 'Channels', goals: channels.map(channel => channelGoal(team.name, channel)) },
        { title: 'People', goals: people.in_team.map(user => personGoal(team.name, user)) },
        { title: 'Webhooks', goals: hooks?.hooks.map(hook => hookGoal(team.name, hook)) ?? [] },
      ]
    },
    enabled: term !== '',
    placeholderData: keepPreviousData,
  })

/** Posts that contain all words, of which the last may be incomplete. */
const postsFoundQuery = (team: Team, terms: string, me: string, client: QueryClient) =>
  queryOptions({
    queryKey: ['jump', team.id, 'posts', terms],
    queryFn: async ({ signal }): Promise<Group> => {
      const list = await api.searchPosts({
        params: { team: team.id },
        query: askForHtml,
        body: { terms: asTyped(terms) },
        signal,
      })
      return { title: 'Posts', goals: await postGoals(team, list, { me, client, terms }) }
    },
    enabled: terms.length >= leastSearched,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

type Searcher = { me: string; client: QueryClient; terms: string }

async function postGoals(team: Team, list: PostList, { me, client, terms }: Searcher): Promise<Goal[]> {
  const channels = new Map(
    (client.getQueryData(channelsQuery(team.id).queryKey) ?? []).map(one => [one.id, one]),
  )
  const nameOf = async (id: string) => (await client.ensureQueryData(userQuery(id)))?.username ?? ''
  const goals = inOrder(list)
    .slice(0, maxPosts)
    .map(async post => {
      const channel = channels.get(post.channel_id)
      if (!channel) return []
      const other = channel.type === 'D' ? await nameOf(otherUserId(channel.name, me)) : ''
      const author = isFromHook(post) ? hookPostName(post.props) : await nameOf(post.user_id)
      return postGoal(
        { team: team.name, post, author, channel: placeOf(channel, other) },
        searchedWords(terms),
      )
    })
  return (await Promise.all(goals)).flat()
}

function placeOf({ type, name, display_name: title }: ChannelObject, other: string) {
  return type === 'D'
    ? { path: `messages/@${other}`, title: other }
    : { path: `channels/${name}`, title: title || name }
}

type Viewer = { team: string; isSystemAdmin: boolean; isOAuthOn: boolean }

/** The screens that a user can jump to. */
function screensOf({ team, isSystemAdmin, isOAuthOn }: Viewer): Goal[] {
  const ofTeam: Omit<Goal, 'key'>[] = [
    { href: `/${team}/channels`, icon: 'hash', name: 'Browse channels' },
    { href: `/${team}/integrations/incoming`, icon: 'webhook', name: 'Incoming webhooks' },
    { href: `/${team}/integrations/incoming/new`, icon: 'plus', name: 'New webhook' },
    ...(isOAuthOn
      ? [
          { href: `/${team}/integrations/apps`, icon: 'apps' as const, name: 'Applications' },
          { href: `/${team}/integrations/bots`, icon: 'person' as const, name: 'Bots' },
        ]
      : []),
    { href: `/${team}/account`, icon: 'person', name: 'My account' },
  ]
  const system = systemEntries.map(({ to, icon, name }) => ({
    href: to,
    icon,
    name,
    about: 'System console',
  }))
  return [...ofTeam, ...(isSystemAdmin ? system : [])].map(goal => ({ ...goal, key: goal.href }))
}

type Clue = { id: string } | { request_id: string } | { trace_id: string } | { address: string; at: string }

const idShape = /^[0-9a-z]{26}$/
const traceShape = /^[0-9a-f]{32}$/
/** An address, perhaps followed by a time. */
const addressShape = /^(\d{1,3}(?:\.\d{1,3}){3}|(?=(?:[^:\s]*:){2})[0-9a-f:.]+)(?:\s+(.+))?$/i
/** A sender's own request ID: one word with a digit. */
const requestShape = /^(?=\S*\d)[\x21-\x7e]{6,128}$/

/**
 * Returns what a text may say about a delivery: an ID, a request or trace ID, or an address with a time, which is now by default.
 */
export function cluesIn(text: string, nowMs: number): Clue[] {
  const [, address, time] = addressShape.exec(text) ?? []
  if (address !== undefined) {
    const atMs = time === undefined ? nowMs : timeIn(time)
    return Number.isNaN(atMs) ? [] : [{ address, at: String(atMs) }]
  }
  if (idShape.test(text)) return [{ id: text }, { request_id: text }]
  if (traceShape.test(text)) return [{ trace_id: text }, { request_id: text }]
  return requestShape.test(text) ? [{ request_id: text }] : []
}

/** Reads milliseconds since 1970, or a date. Without a zone, it is local. */
function timeIn(text: string): number {
  return /^\d{12,15}$/.test(text) ? Number(text) : Date.parse(text)
}

/** Deliveries of any webhook, for system administrators. */
const deliveriesFoundQuery = (team: string, text: string) =>
  queryOptions({
    queryKey: ['jump', 'deliveries', team, text],
    queryFn: async ({ signal }): Promise<Group> => {
      const found = new Map<string, Goal>()
      // one after the other: the server lets only few searches of a user wait
      for (const query of cluesIn(text, Date.now())) {
        const { deliveries } = await api.findDeliveries({ query, signal })
        for (const delivery of deliveries) found.set(delivery.id, deliveryGoal(team, delivery))
      }
      return { title: 'Deliveries', goals: [...found.values()] }
    },
    enabled: cluesIn(text, 0).length > 0,
    retry: (count, error) => count < 1 && !(error instanceof ApiError),
    staleTime: 0,
  })

/** A delivery with its webhook. One that came with a token leads to its user, who alone can open it. */
function deliveryGoal(team: string, delivery: FoundDelivery): Goal {
  const { id, hook_id: hook, hook_name: name, by_token: isByToken } = delivery
  const path = `/${delivery.team?.name ?? team}/integrations/incoming/${hook}/deliveries/${id}`
  const elsewhere = delivery.team?.name !== team && delivery.team?.display_name
  return {
    key: id,
    href: isByToken ? `/admin/users/${hook}` : path,
    icon: isByToken ? 'person' : 'webhook',
    name: name || 'Webhook',
    about: [outcomeWords[delivery.outcome], elsewhere].filter(Boolean).join(' · '),
    at: delivery.create_at,
  }
}
