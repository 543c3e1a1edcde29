import { z } from 'zod'
import { Id } from '../../parameters.js'
import { type CallWords, ofTeam } from '../call-words.js'

const NewTeam = z.object({
  name: z
    .string()
    .describe('2 to 64 characters of a-z, 0-9 and hyphen, with a letter or digit at both ends.'),
  display_name: z.string().min(1).max(64),
  type: z.enum(['O', 'I']).optional().describe('O: open, the default; I: by invitation.'),
  description: z.string().max(255).optional(),
  email: z.string().max(128).optional().describe('Who has this address administers the team on joining it.'),
  company_name: z.string().max(64).optional(),
  allowed_domains: z.string().max(500).optional(),
  allow_open_invite: z.boolean().optional().describe('Whether everybody sees the team.'),
})
const OfUser = z.object({ user_id: Id })
const Roles = OfUser.extend({ new_roles: z.enum(['team_user', 'team_user team_admin']) })

/** Teams, and who is in them. */
export const teamWords = {
  'POST /teams/create': {
    tag: 'Teams',
    summary: 'Create a team',
    description:
      'Its creator administers it. For every member, as many as MaxTeamsPerUser says; where EnableTeamCreation is off, for ' +
      'system administrators only, who may make any number.',
    answer: 'The new team.',
    body: NewTeam,
    refusals: [
      'no_permission_api',
      'bad_team_name',
      'reserved_team_name',
      'bad_team_display_name',
      'bad_team_description',
      'bad_team_email',
      'bad_team_type',
      'bad_team_company',
      'bad_team_domains',
      'team_name_taken',
      'too_many_teams',
    ],
  },
  'GET /teams/all': {
    tag: 'Teams',
    summary: 'The caller’s teams',
    description: 'Every team, for a system administrator.',
    answer: 'Teams by id.',
  },
  'GET /teams/all_team_listings': {
    tag: 'Teams',
    summary: 'The teams that are open to all',
    answer: 'Teams by id.',
  },
  'GET /teams/members': {
    tag: 'Teams',
    summary: 'The caller’s memberships',
    answer: 'The memberships.',
  },
  'GET /teams/name/{name}': {
    tag: 'Teams',
    summary: 'A team by name',
    description: 'For its members, and for everybody when it is open to all.',
    answer: 'The team.',
    refusals: ['no_permission_api', 'no_such_team_name'],
  },
  'POST /teams/find_team_by_name': {
    tag: 'Teams',
    summary: 'Whether there is a team of this name',
    answer: 'true or false.',
    body: z.object({ name: z.string() }),
  },
  'GET /teams/{team}/me': {
    tag: 'Teams',
    summary: 'A team by id',
    answer: 'The team. Its address and domains are for its administrators.',
    refusals: [...ofTeam, 'team_gone'],
  },
  'GET /teams/{team}/stats': {
    tag: 'Teams',
    summary: 'How many are in a team',
    answer: 'The numbers.',
    refusals: ofTeam,
  },
  'GET /teams/{team}/members/{offset}/{limit}': {
    tag: 'Teams',
    summary: 'A page of a team’s memberships',
    answer: 'The memberships, at most 1000.',
    refusals: ofTeam,
  },
  'GET /teams/{team}/members/{user}': {
    tag: 'Teams',
    summary: 'A user’s membership',
    answer: 'The membership.',
    refusals: [...ofTeam, 'not_a_team_member'],
  },
  'GET /teams/{team}/users/{offset}/{limit}': {
    tag: 'Teams',
    summary: 'A page of a team’s users',
    answer: 'Profiles by id, at most 1000.',
    refusals: ofTeam,
  },
  'POST /teams/{team}/add_user_to_team': {
    tag: 'Teams',
    summary: 'Add a user to a team',
    description: 'For every member. Who is a member already stays one.',
    answer: 'The user who is a member now.',
    body: OfUser,
    refusals: [...ofTeam, 'team_gone', 'no_such_user', 'team_full'],
  },
  'POST /teams/{team}/remove_user_from_team': {
    tag: 'Teams',
    summary: 'Leave a team, or take somebody out of it',
    description: 'Others are taken out by the team’s administrators.',
    answer: 'The user who is no member now.',
    body: OfUser,
    refusals: [...ofTeam, 'not_a_team_member'],
  },
  'POST /teams/{team}/update_member_roles': {
    tag: 'Teams',
    summary: 'Give a member the roles of the team',
    description: 'For the team’s administrators.',
    answer: 'Done.',
    body: Roles,
    refusals: [...ofTeam, 'not_a_team_member'],
  },
} satisfies Record<string, CallWords>
