import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxCountedDeliveries } from '../../limits.js'
import { DeliveryCount, DeliveryPage, DeliveryPlace, WholeDelivery } from '../../objects/hooks/delivery.js'
import { Id, orEmpty, PageCursor, params } from '../../parameters.js'
import { common, filter, forOwners, path } from './common.js'

export const listDeliveries = defineCall({
  ...common,
  operationId: 'listDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries`,
  scope: 'read',
  summary: 'List a hook’s deliveries',
  description:
    'Newest first, without payloads. A text search examines at most 2,000 deliveries or 16 MiB per page. A page ' +
    `may therefore have few or no results and still return a cursor. ${forOwners}`,
  query: z.object({
    ...filter,
    cursor: PageCursor,
    limit: z.coerce.number().int().min(1).max(200).default(60).describe('60 by default.'),
  }),
  answer: DeliveryPage,
  answers: 'A page of deliveries. `next` is the cursor of the next page, or empty.',
})

export const countDeliveries = defineCall({
  ...common,
  operationId: 'countDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries/count`,
  scope: 'read',
  summary: 'Count a hook’s deliveries',
  description:
    `Counts at most ${maxCountedDeliveries}. A text search examines the newest 20,000 deliveries or 64 MiB. ` +
    `${forOwners}`,
  query: z.object({
    ...filter,
    after: orEmpty(Id).describe('Counts only deliveries accepted after this one.'),
    replayable: z
      .enum(['true', 'false'])
      .default('false')
      .transform(text => text === 'true')
      .describe('Counts only deliveries that have not been replayed yet.'),
  }),
  answer: DeliveryCount,
  answers: 'The count, and whether it is complete.',
})

export const getDelivery = defineCall({
  ...common,
  operationId: 'getDelivery',
  route: `GET ${path}/deliveries/:delivery`,
  scope: 'read',
  searchedBy: ['text'],
  summary: 'Get a delivery with its payload',
  description:
    'The filters limit `newer` and `older`. A text search examines at most 2,000 deliveries or 16 MiB in each ' +
    `direction. ${forOwners}`,
  params: params('team', 'hook', 'delivery'),
  query: z.object(filter),
  answer: WholeDelivery,
  answers: 'The delivery, its payload as received, and its posts.',
  errors: ['no_such_delivery'],
})

export const getDeliveryOfPost = defineCall({
  operationId: 'getDeliveryOfPost',
  route: 'GET /teams/:team/posts/:post/delivery',
  tag: 'Deliveries',
  summary: 'Get the delivery that created a post',
  description: `For a stored version of a post, returns the delivery that made it, and for a delivery’s own ID, itself. ${forOwners}`,
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'post'),
  answer: DeliveryPlace,
  answers: 'The delivery and its hook.',
  errors: ['no_such_delivery'],
})
