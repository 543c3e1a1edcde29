import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundPosts, maxPostSearchLength, maxSearchWordLength, maxSearchWords } from '../../limits.js'
import { PostList } from '../../objects/post.js'
import { params, Text, withHtml } from '../../parameters.js'
import { threadQuery } from './thread-query.js'

const ofTeam = { tag: 'Posts', allow: 'team_member', scope: 'read', answer: PostList } as const
const byId = {
  ...ofTeam,
  description: 'Searches the team’s channels that the caller can read, and direct channels.',
  params: params('team', 'post'),
  query: threadQuery,
  answers: '`order` contains the post. `posts` also contains its thread, as in `getPost`.',
  etag: true,
  headers: ['X-Has-More'],
  errors: ['no_such_post'],
} as const

export const getPostById = defineCall({
  ...byId,
  operationId: 'getPostById',
  route: 'GET /teams/:team/posts/:post',
  summary: 'Get a post and its thread by post ID alone',
})

export const getPermalink = defineCall({
  ...byId,
  operationId: 'getPermalink',
  route: 'GET /teams/:team/pltmp/:post',
  summary: 'Get the post of a permalink',
  description: `${byId.description} Does not join the channel.`,
})

export const listFlaggedPosts = defineCall({
  ...ofTeam,
  operationId: 'listFlaggedPosts',
  route: 'GET /teams/:team/posts/flagged/:offset/:limit',
  summary: 'List the posts that the caller has flagged',
  description:
    'A post is flagged by a preference of the category `flagged_post` with the post’s ID as its name and ' +
    '`true` as its value. Searches the caller’s channels in the team and direct channels.',
  params: params('team', 'offset', 'limit'),
  query: z.object({ html: withHtml }),
  answers: 'Posts by ID, and their IDs in order, newest first.',
  etag: true,
  headers: ['X-Has-More'],
})

export const searchPosts = defineCall({
  ...ofTeam,
  operationId: 'searchPosts',
  route: 'POST /teams/:team/posts/search',
  summary: 'Search posts in the caller’s channels',
  description:
    'Supports words, `"exact phrases"`, `prefix*` and `#tags`. `from:name` and `in:name` narrow the search ' +
    'and can be repeated, and so do `has:link`, `has:image`, `has:code`, `before:2026-01-31` and ' +
    '`after:2026-01-31`. At most ' +
    `${maxSearchWords} words and names, each of at most ${maxSearchWordLength} characters.`,
  searchedBy: ['terms'],
  params: params('team'),
  query: z.object({ html: withHtml }),
  body: z.object({
    terms: Text.min(1, 'must be words to search for').max(maxPostSearchLength),
    is_or_search: z.boolean().optional().describe('Whether one matching word is enough.'),
  }),
  answers: `At most ${maxFoundPosts} posts by ID, and their IDs in order, newest first.`,
  headers: ['X-Has-More'],
})
