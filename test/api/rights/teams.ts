import { newId } from '@posthorn/server'
import {
  byRole,
  everybody,
  forbidden,
  noSession,
  ofTheTeam,
  type Row,
  systemAdmins,
  teamAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const newTeam = () => ({ body: { name: `t-${newId()}`, display_name: 'T', type: 'O' } })
const noMember = '404 store.sql_team.get_member.missing.app_error'
const page = { offset: '0', limit: '100' }
const about = (who: 'caller' | 'other') => (scene: Scene) => ({ body: { user_id: scene[who].id } })
const promoting = (who: 'caller' | 'other') => (scene: Scene) => ({
  body: { user_id: scene[who].id, new_roles: 'team_user team_admin' },
})

/** Creates an open or a closed team; none of the scene's users are in it by default. */
const named =
  (allowOpenInvite: boolean) =>
  async ({ db, role, caller }: Scene) => {
    const stamps = { createAt: Date.now(), updateAt: Date.now() }
    const { id, name } = await db.team.create({
      data: {
        id: newId(),
        name: `n-${newId()}`,
        displayName: 'N',
        email: 'owner@localhost',
        allowOpenInvite,
        ...stamps,
      },
    })
    if (role === 'member' || role === 'boss')
      await db.teamMember.create({ data: { teamId: id, userId: caller.id } })
    return { params: { name } }
  }

export const teamRows: Row[] = [
  { call: 'POST /teams/create', ask: newTeam, answers: everybody },
  {
    call: 'POST /teams/create',
    where: 'when only administrators can create teams',
    settings: { EnableTeamCreation: false },
    ask: newTeam,
    answers: systemAdmins,
  },
  { call: 'GET /teams/all', answers: everybody },
  { call: 'GET /teams/all_team_listings', answers: everybody },
  { call: 'GET /teams/members', answers: everybody },
  { call: 'GET /teams/unread', answers: everybody },
  { call: 'GET /teams/name/{name}', where: 'closed', ask: named(false), answers: ofTheTeam },
  { call: 'GET /teams/name/{name}', where: 'open', ask: named(true), answers: everybody },
  {
    call: 'POST /teams/find_team_by_name',
    scope: 'read',
    ask: () => ({ body: { name: 'first-team' } }),
    answers: everybody,
  },
  { call: 'GET /admin/teams', answers: systemAdmins },
  {
    call: 'POST /teams/{team}/update',
    ask: () => ({ body: { display_name: 'Another' } }),
    answers: teamAdmins,
  },
  { call: 'GET /teams/{team}/retention', answers: ofTheTeam },
  { call: 'POST /teams/{team}/retention', ask: () => ({ body: { days: 30 } }), answers: teamAdmins },
  { call: 'GET /teams/{team}/me', answers: ofTheTeam },
  { call: 'GET /teams/{team}/stats', answers: ofTheTeam },
  { call: 'GET /teams/{team}/members/{offset}/{limit}', ask: () => ({ params: page }), answers: ofTheTeam },
  {
    call: 'GET /teams/{team}/members/{user}',
    ask: ({ other }) => ({ params: { user: other.id } }),
    answers: ofTheTeam,
  },
  { call: 'GET /teams/{team}/users/autocomplete', answers: ofTheTeam },
  {
    call: 'POST /teams/{team}/members/ids',
    scope: 'read',
    ask: ({ other }) => ({ body: [other.id] }),
    answers: ofTheTeam,
  },
  { call: 'GET /teams/{team}/users/{offset}/{limit}', ask: () => ({ params: page }), answers: ofTheTeam },
  {
    call: 'POST /teams/{team}/add_user_to_team',
    where: 'another user',
    ask: async ({ db, other, team }) => {
      await db.teamMember.delete({ where: { teamId_userId: { teamId: team, userId: other.id } } })
      return { body: { user_id: other.id } }
    },
    answers: ofTheTeam,
  },
  {
    call: 'POST /teams/{team}/add_user_to_team',
    where: 'themselves',
    ask: about('caller'),
    answers: ofTheTeam,
  },
  {
    call: 'POST /teams/{team}/remove_user_from_team',
    where: 'themselves',
    ask: about('caller'),
    answers: byRole(noSession, forbidden, '200', '200', noMember),
  },
  {
    call: 'POST /teams/{team}/remove_user_from_team',
    where: 'another user',
    ask: about('other'),
    answers: teamAdmins,
  },
  {
    call: 'POST /teams/{team}/update_member_roles',
    where: 'of themselves',
    ask: promoting('caller'),
    answers: byRole(noSession, forbidden, forbidden, '200', noMember),
  },
  {
    call: 'POST /teams/{team}/update_member_roles',
    where: 'of another user',
    ask: promoting('other'),
    answers: teamAdmins,
  },
]
