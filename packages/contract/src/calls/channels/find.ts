import { z } from 'zod'
import { defineCall } from '../../call.js'
import { maxFoundChannels } from '../../limits.js'
import { ChannelObject } from '../../objects/channel.js'
import { params, SearchTerm } from '../../parameters.js'

const path = '/teams/:team/channels'
const common = {
  tag: 'Channels',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  answer: z.array(ChannelObject),
  answers: `At most ${maxFoundChannels} channels, by display name.`,
} as const

export const autocompleteChannels = defineCall({
  ...common,
  operationId: 'autocompleteChannels',
  searchedBy: ['term'],
  route: `GET ${path}/autocomplete`,
  summary: 'Find public channels by the beginning of their names',
  description:
    'Matches the URL name or any word of the display name, ignoring case. An empty `term` matches all channels.',
  query: z.object({ term: SearchTerm }),
})

export const searchJoinableChannels = defineCall({
  ...common,
  operationId: 'searchJoinableChannels',
  searchedBy: ['term'],
  route: `POST ${path}/more/search`,
  summary: 'Find public channels to join by the beginning of their names',
  description: 'Searches channels that the caller is not in. Matches like autocomplete.',
  body: z.object({ term: SearchTerm }),
})
