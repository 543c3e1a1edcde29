import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxOldPostVersions } from '../../limits.js'
import { PostList } from '../../objects/post.js'
import { PostVersionObject } from '../../objects/post-version.js'
import { params, withHtml, yesOrNo } from '../../parameters.js'
import { threadQuery } from './thread-query.js'

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
