import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundPosts, maxPostSearchLength, maxSearchWordLength, maxSearchWords } from '../../limits.js'
import { PostList } from '../../objects/post.js'
import { params, Text, withHtml } from '../../parameters.js'
import { threadQuery } from './thread-query.js'

const ofTeam = { tag: 'Posts', allow: 'team_member', scope: 'read', answer: PostList } as const
const byId = {
  ...ofTeam,
  description: 'In any channel of the team that the caller may read, or a direct one.',
  params: params('team', 'post'),
  query: threadQuery,
  answers: 'The post is in `order`, its thread beside it, as of the call by channel and id.',
  etag: true,
  headers: ['X-Has-More'],
  errors: ['no_such_post'],
} as const

export const getPostById = defineCall({
  ...byId,
  operationId: 'getPostById',
  route: 'GET /teams/:team/posts/:post',
  summary: 'A post by its id alone, with its thread',
})

export const getPermalink = defineCall({
  ...byId,
  operationId: 'getPermalink',
  route: 'GET /teams/:team/pltmp/:post',
  summary: 'The post that a permalink leads to',
  description: `${byId.description} Nobody joins a channel by it.`,
})

export const listFlaggedPosts = defineCall({
  ...ofTeam,
  operationId: 'listFlaggedPosts',
  route: 'GET /teams/:team/posts/flagged/:offset/:limit',
  summary: 'The posts that the caller has flagged',
  description:
    'A post is flagged by a preference of the category `flagged_post`, with the post’s id as its name and `true` as its ' +
    'value. Those in the caller’s channels of the team, and in direct ones.',
  params: params('team', 'offset', 'limit'),
  query: z.object({ html: withHtml }),
  answers: 'Posts by id, and their ids in order, newest first.',
  etag: true,
  headers: ['X-Has-More'],
})

export const searchPosts = defineCall({
  ...ofTeam,
  operationId: 'searchPosts',
  route: 'POST /teams/:team/posts/search',
  summary: 'Find posts in the caller’s channels',
  description:
    'By words, `"words in order"`, `begin*` and `#tags`; `from:name` and `in:name` narrow it, and may be there several ' +
    'times. Of the newest 50,000 posts of the channels that are looked in, evenly of each. ' +
    `At most ${maxSearchWords} words and names, each of at most ${maxSearchWordLength} characters.`,
  searchedBy: ['terms'],
  params: params('team'),
  query: z.object({ html: withHtml }),
  body: z.object({
    terms: Text.min(1, 'wants what to look for').max(maxPostSearchLength),
    is_or_search: z.boolean().optional().describe('Whether one of the words is enough.'),
  }),
  answers: `At most ${maxFoundPosts} posts by id, and their ids in order, newest first.`,
  headers: ['X-Has-More'],
})
