import { z } from 'zod'
import { defineCall } from '../../call.js'
import { channelsPerPage, maxChannelsPerPage, maxFoundChannels, maxSearchLength } from '../../limits.js'
import { ChannelObject, ChannelPage } from '../../objects/channel.js'
import { filterText, PageCursor, params, SearchTerm } from '../../parameters.js'

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

export const searchChannels = defineCall({
  operationId: 'searchChannels',
  searchedBy: ['search'],
  route: `GET ${path}/search`,
  tag: 'Channels',
  summary: 'Find channels to join, to restore, or to post to',
  description: 'By display name; archived ones most recently archived first. Does not list direct channels.',
  allow: 'team_member',
  scope: 'read',
  params: params('team'),
  query: z.object({
    which: z
      .enum(['joinable', 'archived', 'readable'])
      .default('readable')
      .describe(
        'Public channels that the caller is not in, archived ones that the caller can restore, or all public channels ' +
          'and the caller’s private ones (by default).',
      ),
    search: filterText(maxSearchLength).describe('Part of the URL name or display name, ignoring case.'),
    channel: filterText(maxSearchLength).describe('Only the channel with this ID or URL name.'),
    cursor: PageCursor,
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(maxChannelsPerPage)
      .default(channelsPerPage)
      .describe(`${channelsPerPage} by default.`),
  }),
  answer: ChannelPage,
  answers: 'A page of channels.',
})
