import { type ChannelObject, hookPostName, type PostList } from '@posthorn/contract'
import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { channelsQuery } from '../data/channels.js'
import { api } from '../data/client/api.js'
import { isFromHook } from '../data/posts/from-hook.js'
import { askForHtml, inOrder } from '../data/posts/queries.js'
import { otherUserId, userQuery } from '../data/users.js'
import { asTyped, searchedWords } from './excerpt.js'
import { channelGoal, type Goal, type Group, hookGoal, personGoal, postGoal } from './goals.js'

/** Results of a kind. */
export const maxOfKind = 5
const maxPosts = 20
/** Shorter terms are in every post. */
export const leastSearched = 2

type Team = { id: string; name: string }

/** Channels, people and webhooks that the server finds. */
export const foundQuery = (team: Team, term: string) =>
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
export const postsFoundQuery = (team: Team, terms: string, me: string, client: QueryClient) =>
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
