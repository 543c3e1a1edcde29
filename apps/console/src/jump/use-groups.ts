import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useIsOAuthOn } from '../data/client/client-props.js'
import { useTeam } from '../data/current-team.js'
import { useIsSystemAdmin, useMe } from '../data/session.js'
import { useSidebarChannels } from '../data/sidebar.js'
import { usePaused } from '../ui/use-paused.js'
import { deliveriesFoundQuery } from './deliveries.js'
import { foundQuery, leastSearched, maxOfKind, postsFoundQuery } from './find.js'
import { channelGoal, type Group } from './goals.js'
import { screensOf } from './screens.js'

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
