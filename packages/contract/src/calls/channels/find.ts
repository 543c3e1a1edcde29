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
  summary: 'Public channels whose name begins like this',
  description:
    'The name in addresses or a word of the display name, in any case; all of them for an empty `term`.',
  query: z.object({ term: SearchTerm }),
})

export const searchJoinableChannels = defineCall({
  ...common,
  operationId: 'searchJoinableChannels',
  searchedBy: ['term'],
  route: `POST ${path}/more/search`,
  summary: 'Public channels to join whose name begins like this',
  description: 'Those that the caller is not in, found as by autocomplete.',
  body: z.object({ term: SearchTerm }),
})
