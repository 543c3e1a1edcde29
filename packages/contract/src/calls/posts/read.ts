import { z } from 'zod'
import { defineCall } from '../../call.js'
import { PostList } from '../../objects/post.js'
import { params, withHtml } from '../../parameters.js'
import { threadQuery } from './thread-query.js'

const path = '/teams/:team/channels/:channel/posts'
const query = z.object({ html: withHtml })

const list = {
  tag: 'Posts',
  allow: 'channel_member',
  query,
  answer: PostList,
  answers: 'Posts by id, and their ids in order, newest first.',
  etag: true,
  headers: ['X-Has-More'],
} as const
const beside = { ...list, params: params('team', 'channel', 'post', 'offset', 'limit') } as const

export const listPosts = defineCall({
  operationId: 'listPosts',
  route: `GET ${path}/page/:offset/:limit`,
  scope: 'read',
  summary: 'A page of a channel',
  params: params('team', 'channel', 'offset', 'limit'),
  ...list,
})

export const listPostsBefore = defineCall({
  operationId: 'listPostsBefore',
  route: `GET ${path}/:post/before/:offset/:limit`,
  scope: 'read',
  summary: 'Posts before a post',
  ...beside,
})

export const listPostsAfter = defineCall({
  operationId: 'listPostsAfter',
  route: `GET ${path}/:post/after/:offset/:limit`,
  scope: 'read',
  summary: 'Posts after a post',
  ...beside,
})

export const listPostsSince = defineCall({
  operationId: 'listPostsSince',
  route: `GET ${path}/since/:time`,
  scope: 'read',
  summary: 'What changed since a time',
  description:
    'What was written, edited or deleted since, and in the ten seconds before: drop repeats by id. Of more than 1000, or ' +
    'than 1 MiB, the latest; with X-Has-More the older ones are found by page or before.',
  params: params('team', 'channel', 'time'),
  ...list,
})

export const getPost = defineCall({
  operationId: 'getPost',
  route: `GET ${path}/:post/get`,
  scope: 'read',
  summary: 'A post, with its thread',
  description:
    'The post is in `order`; its thread is beside it: the post that it replies to, and 200 replies, the oldest first.',
  params: params('team', 'channel', 'post'),
  ...list,
  query: threadQuery,
  errors: ['no_such_post'],
})
