import { z } from 'zod'
import { defineCall } from '../../call.js'
import {
  maxFoundPosts,
  maxOldPostVersions,
  maxPostSearchLength,
  maxSearchWordLength,
  maxSearchWords,
} from '../../limits.js'
import { PostList, PostVersionObject } from '../../objects/post.js'
import { Id, params, Text, withHtml, yesOrNo } from '../../parameters.js'

/** Query of calls that return a post with its thread. */
const threadQuery = z.object({
  html: withHtml,
  after: Id.or(z.literal(''))
    .default('')
    .describe('The last reply that the caller has. If X-Has-More was set, returns the replies after it.'),
  before: Id.or(z.enum(['end', '']))
    .default('')
    .describe(
      'The first reply that the caller has, or `end`. Returns the last replies before it, instead of the first ' +
        'ones. Takes precedence over `after`. Only in Posthorn.',
    ),
})

const onlyRoots = yesOrNo('Whether to leave out replies. Only in Posthorn.')
const path = '/teams/:team/channels/:channel/posts'
const query = z.object({ html: withHtml })
const ofChannel = query.extend({ roots: onlyRoots })

const list = {
  tag: 'Posts',
  allow: 'channel_member',
  query,
  answer: PostList,
  answers:
    'Posts by ID, and their IDs in order, newest first. `posts` also contains the posts to which these reply.',
  etag: true,
  headers: ['X-Has-More'],
} as const
const paged = {
  ...list,
  description:
    'To read further than 10,000 posts away, continue `before` or `after` the last post of each page.',
  query: ofChannel,
  errors: ['page_too_far', 'pages_busy'],
} as const
const aroundPost = {
  ...paged,
  params: params('team', 'channel', 'post', 'offset', 'limit'),
} as const

export const listPosts = defineCall({
  operationId: 'listPosts',
  route: `GET ${path}/page/:offset/:limit`,
  scope: 'read',
  summary: 'List a page of a channel’s posts',
  params: params('team', 'channel', 'offset', 'limit'),
  ...paged,
})

export const listPostsBefore = defineCall({
  operationId: 'listPostsBefore',
  route: `GET ${path}/:post/before/:offset/:limit`,
  scope: 'read',
  summary: 'List posts before a post',
  ...aroundPost,
})

export const listPostsAfter = defineCall({
  operationId: 'listPostsAfter',
  route: `GET ${path}/:post/after/:offset/:limit`,
  scope: 'read',
  summary: 'List posts after a post',
  ...aroundPost,
})

export const listPostsSince = defineCall({
  operationId: 'listPostsSince',
  route: `GET ${path}/since/:time`,
  scope: 'read',
  summary: 'List posts changed since a time',
  description:
    'Returns posts created, edited or deleted since then or in the ten seconds before. Drop duplicates by ' +
    'ID. If there are more than 1,000 posts or 1 MiB, returns the latest. If X-Has-More is set, fetch older ' +
    'ones by page or with `before`.',
  params: params('team', 'channel', 'time'),
  ...list,
})

export const listPostVersions = defineCall({
  operationId: 'listPostVersions',
  route: `GET ${path}/:post/versions`,
  scope: 'read',
  tag: 'Posts',
  summary: 'List the versions of a post',
  description: `A post keeps its last ${maxOldPostVersions} earlier versions. Only in Posthorn.`,
  allow: 'channel_member',
  params: params('team', 'channel', 'post'),
  answer: z.array(PostVersionObject),
  answers: 'The current version and earlier ones, newest first, at most about 1 MiB.',
  errors: ['no_such_post'],
})

export const getPost = defineCall({
  operationId: 'getPost',
  route: `GET ${path}/:post/get`,
  scope: 'read',
  summary: 'Get a post and its thread',
  description:
    '`order` contains the post. `posts` also contains the post that it replies to and up to 200 replies, oldest first.',
  params: params('team', 'channel', 'post'),
  ...list,
  query: threadQuery,
  errors: ['no_such_post'],
})

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
