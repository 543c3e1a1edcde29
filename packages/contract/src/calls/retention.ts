import { z } from 'zod'
import { defineCall } from '../call.js'
import { maxPostDays } from '../limits.js'
import { RetentionObject } from '../objects/retention.js'
import { params, WholeNumber } from '../parameters.js'
import { inTeam, teamPath } from './teams/path.js'

const read = {
  scope: 'read',
  query: z.object({
    days: WholeNumber.pipe(z.number().max(maxPostDays))
      .optional()
      .meta({ type: 'integer', minimum: 0, maximum: maxPostDays })
      .describe('Counts the posts that this number of days would delete.'),
  }),
  answer: RetentionObject,
  answers: 'The days, and how many posts are older.',
} as const
const change = {
  scope: 'manage',
  body: z.object({
    days: z
      .number()
      .int()
      .min(0)
      .max(maxPostDays)
      .nullable()
      .describe('0: forever. Null: as the team or server above it says.'),
  }),
  answer: RetentionObject,
  answers: 'The new state.',
} as const
const warning =
  'Older posts are deleted for good, within minutes, in small steps. A post with younger replies stays until the last is old.'

export const getChannelRetention = defineCall({
  ...read,
  operationId: 'getChannelRetention',
  route: 'GET /teams/:team/channels/:channel/retention',
  tag: 'Channels',
  summary: 'Get how long a channel’s posts are stored',
  allow: 'channel_member',
  params: params('team', 'channel'),
})

export const setChannelRetention = defineCall({
  ...change,
  operationId: 'setChannelRetention',
  route: 'POST /teams/:team/channels/:channel/retention',
  tag: 'Channels',
  summary: 'Set how long a channel’s posts are stored',
  description: `Allowed for the team’s administrators. Direct channels always follow the server. ${warning}`,
  allow: 'channel_member',
  params: params('team', 'channel'),
  audit: { target: 'channel', id: ['params.channel'] },
})

export const getTeamRetention = defineCall({
  ...read,
  operationId: 'getTeamRetention',
  route: `GET ${teamPath}/retention`,
  tag: 'Teams',
  summary: 'Get how long a team’s posts are stored',
  description: 'Counts posts in channels without a number of their own.',
  allow: 'team_member',
  params: inTeam(),
})

export const setTeamRetention = defineCall({
  ...change,
  operationId: 'setTeamRetention',
  route: `POST ${teamPath}/retention`,
  tag: 'Teams',
  summary: 'Set how long a team’s posts are stored',
  description: `Allowed for the team’s administrators. Channels can have a number of their own. ${warning}`,
  allow: 'team_member',
  params: inTeam(),
  audit: { target: 'team', id: ['params.team'] },
})

export const getServerRetention = defineCall({
  ...read,
  operationId: 'getServerRetention',
  route: 'GET /admin/retention',
  tag: 'System',
  summary: 'Get how long posts are stored',
  description:
    'The setting `PostDays`. Counts posts in channels without a number of their own or their team’s.',
  allow: 'system_admin',
})
