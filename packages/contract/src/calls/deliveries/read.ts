import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxCountedDeliveries } from '../../limits.js'
import { DeliveryCount, DeliveryPage, DeliveryPlace, WholeDelivery } from '../../objects/delivery.js'
import { Id, params } from '../../parameters.js'
import { common, filter, forOwners, path } from './common.js'

export const listDeliveries = defineCall({
  ...common,
  operationId: 'listDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries`,
  scope: 'read',
  summary: 'What became of a hook’s deliveries',
  description:
    'Newest first, without payloads. Of a search for text each page looks at no more than 2,000 deliveries or 16 MiB: it ' +
    `may have few, or none, and a cursor to go on. ${forOwners}`,
  query: z.object({
    ...filter,
    cursor: Id.or(z.literal('')).default('').describe('The `next` of the page before.'),
    limit: z.coerce.number().int().min(1).max(200).default(60).describe('60, if nothing is said.'),
  }),
  answer: DeliveryPage,
  answers: 'A page of deliveries; `next` is the cursor of the page after it, or empty.',
})

export const countDeliveries = defineCall({
  ...common,
  operationId: 'countDeliveries',
  searchedBy: ['text'],
  route: `GET ${path}/deliveries/count`,
  scope: 'read',
  summary: 'How many of a hook’s deliveries there are',
  description: `At most ${maxCountedDeliveries}; of a search for text, among the newest 20,000 deliveries or 64 MiB. ${forOwners}`,
  query: z.object({
    ...filter,
    after: Id.or(z.literal('')).default('').describe('Only what was accepted after this delivery.'),
    replayable: z
      .enum(['true', 'false'])
      .default('false')
      .transform(text => text === 'true')
      .describe('Only what a replay of them would send again: what was not sent again since.'),
  }),
  answer: DeliveryCount,
  answers: 'The count, and whether it is all of them.',
})

export const getDelivery = defineCall({
  ...common,
  operationId: 'getDelivery',
  route: `GET ${path}/deliveries/:delivery`,
  scope: 'read',
  summary: 'A delivery with its payload',
  description: forOwners,
  params: params('team', 'hook', 'delivery'),
  answer: WholeDelivery,
  answers: 'The delivery, its payload as it came, its posts.',
  errors: ['no_such_delivery'],
})

export const getDeliveryOfPost = defineCall({
  operationId: 'getDeliveryOfPost',
  route: 'GET /teams/:team/posts/:post/delivery',
  tag: 'Deliveries',
  summary: 'Which delivery a post came from',
  description: forOwners,
  allow: 'team_member',
  scope: 'read',
  params: params('team', 'post'),
  answer: DeliveryPlace,
  answers: 'The delivery and its hook.',
  errors: ['no_such_delivery'],
})
