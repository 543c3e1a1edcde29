import { newId } from '@posthorn/server'
import {
  type AnswersByRole,
  type Asked,
  byRole,
  forbidden,
  inScope,
  noSession,
  ofTheTeam,
  type Row,
  sameInTeam,
  systemAdmins,
  teamAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const notIn = '404 store.sql_channel.get_member.missing.app_error'
const notPublic = '403 api.channel.join_channel.permissions.app_error'
const noSuchChannel = '404 store.sql_channel.get.existing.app_error'

/** Creates a channel in each relation to the caller. */
export const channels = {
  'a channel of theirs': async ({ channel, caller, other }: Scene) =>
    (await channel('P', caller.id, other.id)).id,
  'a public channel that they are not in': async ({ channel, other }: Scene) =>
    (await channel('O', other.id)).id,
  'a private channel that they are not in': async ({ channel, other }: Scene) =>
    (await channel('P', other.id)).id,
  "others' direct channel": async ({ direct, other, enter }: Scene) => direct(other.id, (await enter()).id),
  'a channel of another team': async ({ db, otherTeam, other }: Scene) => {
    const stamps = { createAt: Date.now(), updateAt: Date.now() }
    const row = {
      id: newId(),
      teamId: otherTeam,
      type: 'O',
      name: `x-${newId()}`,
      displayName: 'X',
      ...stamps,
    }
    const { id } = await db.channel.create({ data: row })
    await db.channelMember.create({ data: { channelId: id, userId: other.id } })
    return id
  },
}
export type Where = keyof typeof channels

/** Gives access to members of the channel and system administrators, through the channel's own team. */
const open: Record<Where, AnswersByRole> = {
  'a channel of theirs': ofTheTeam,
  'a public channel that they are not in': systemAdmins,
  'a private channel that they are not in': systemAdmins,
  "others' direct channel": systemAdmins,
  'a channel of another team': sameInTeam(noSuchChannel),
}

/** Returns a call's rows for every relation, with the answers of `open` unless overridden. */
export function inEach(
  call: string,
  ask: (scene: Scene, channel: string) => Asked | Promise<Asked>,
  otherwise: Partial<Record<Where, AnswersByRole>> = {},
): Row[] {
  const answers = { ...open, ...otherwise }
  return Object.entries(channels).map(([where, make]) => ({
    call,
    where,
    ask: async scene => {
      const channel = await make(scene)
      const { params, body } = await ask(scene, channel)
      return { params: { channel, ...params }, ...(body !== undefined && { body }) }
    },
    answers: answers[where as Where],
  }))
}

const rootIsNotIn = byRole(noSession, forbidden, forbidden, forbidden, notIn)

const path = '/teams/{team}/channels'
const none = () => ({})
const whole = sameInTeam('200')
const directStays = (id: string) => byRole(noSession, forbidden, forbidden, forbidden, `400 ${id}`)
const noJoining = '400 api.channel.add_user_to_channel.type.app_error'

const byName =
  (type: 'O' | 'P') =>
  async ({ channel, other }: Scene) => ({
    params: { name: (await channel(type, other.id)).name },
  })

const archive = async ({ db }: Scene, id: string) => {
  await db.channel.updateMany({ where: { id, type: { not: 'D' } }, data: { deleteAt: Date.now() } })
  return {}
}

const withHooksOfOthers = async ({ channel, hook, db, caller, other }: Scene) => {
  const { id } = await channel('O', caller.id)
  await db.hook.update({ where: { id: await hook(other.id) }, data: { channelId: id } })
  return { params: { channel: id } }
}

export const channelRows: Row[] = [
  { call: `GET ${path}`, answers: ofTheTeam },
  {
    call: `GET ${path}/more/{offset}/{limit}`,
    ask: () => ({ params: { offset: '0', limit: '10' } }),
    answers: ofTheTeam,
  },
  {
    call: `GET ${path}/archived/{offset}/{limit}`,
    ask: () => ({ params: { offset: '0', limit: '10' } }),
    answers: ofTheTeam,
  },
  { call: `GET ${path}/search`, answers: ofTheTeam },
  { call: `GET ${path}/members`, answers: ofTheTeam },
  { call: `GET ${path}/counts`, answers: ofTheTeam },
  {
    call: `POST ${path}/create`,
    ask: () => ({ body: { name: `c-${newId()}`, display_name: 'C', type: 'O' } }),
    answers: ofTheTeam,
  },
  {
    call: `POST ${path}/create_direct`,
    ask: ({ other }) => ({ body: { user_id: other.id } }),
    answers: ofTheTeam,
  },
  {
    call: `POST ${path}/view`,
    scope: 'read',
    ask: async ({ channel, caller }) => ({ body: { channel_id: (await channel('P', caller.id)).id } }),
    answers: ofTheTeam,
  },
  ...inEach(`GET ${path}/{channel}`, none, {
    'a public channel that they are not in': sameInTeam(notIn),
    'a private channel that they are not in': sameInTeam(notIn),
    "others' direct channel": sameInTeam(notIn),
  }),
  { call: `GET ${path}/name/{name}`, where: 'a public channel', ask: byName('O'), answers: systemAdmins },
  { call: `GET ${path}/name/{name}`, where: 'a private channel', ask: byName('P'), answers: systemAdmins },
  ...inEach(`GET ${path}/{channel}/members/{user}`, async ({ db, other }, channelId) => {
    const [first] = await db.channelMember.findMany({ where: { channelId } })
    return { params: { user: first?.userId ?? other.id } }
  }),
  ...inEach(`GET ${path}/{channel}/stats`, none),
  ...inScope(
    'read',
    inEach(`POST ${path}/{channel}/members/ids`, ({ other }) => ({ body: [other.id] })),
  ),
  ...['', '/not_in_channel'].flatMap(which =>
    inEach(`GET ${path}/{channel}/users${which}/{offset}/{limit}`, () => ({
      params: { offset: '0', limit: '10' },
    })),
  ),
  ...inEach(`GET ${path}/{channel}/users/autocomplete`, none),
  { call: `GET ${path}/autocomplete`, answers: ofTheTeam },
  {
    call: `POST ${path}/more/search`,
    scope: 'read',
    ask: () => ({ body: { term: 'c' } }),
    answers: ofTheTeam,
  },
  ...inEach(`POST ${path}/update`, (_, id) => ({ body: { id, header: 'h' } })),
  ...inEach(`POST ${path}/update_header`, (_, id) => ({ body: { channel_id: id, channel_header: 'h' } })),
  ...inEach(`POST ${path}/update_purpose`, (_, id) => ({ body: { channel_id: id, channel_purpose: 'p' } })),
  ...inEach(
    `POST ${path}/update_notify_props`,
    ({ caller }, id) => ({ body: { channel_id: id, user_id: caller.id, desktop: 'all' } }),
    {
      'a public channel that they are not in': rootIsNotIn,
      'a private channel that they are not in': rootIsNotIn,
      "others' direct channel": rootIsNotIn,
      'a channel of theirs': ofTheTeam,
    },
  ),
  ...inEach(
    `POST ${path}/update_notify_props`,
    ({ other }, id) => ({ body: { channel_id: id, user_id: other.id, desktop: 'all' } }),
    { 'a channel of theirs': systemAdmins },
  ),
  ...inEach(`GET ${path}/{channel}/retention`, none),
  ...inEach(`POST ${path}/{channel}/retention`, () => ({ body: { days: 30 } }), {
    'a channel of theirs': teamAdmins,
    "others' direct channel": byRole(noSession, forbidden, forbidden, forbidden, forbidden),
  }),
  ...inEach(`POST ${path}/{channel}/delete`, none, {
    "others' direct channel": directStays('api.channel.delete_channel.type.invalid'),
  }),
  {
    call: `POST ${path}/{channel}/delete`,
    where: 'a public channel of theirs with hooks of others',
    ask: withHooksOfOthers,
    answers: teamAdmins,
  },
  ...inEach(`POST ${path}/{channel}/restore`, archive, {
    'a channel of theirs': teamAdmins,
    'a public channel that they are not in': teamAdmins,
    "others' direct channel": sameInTeam(forbidden),
  }),
  {
    call: `POST ${path}/{channel}/restore`,
    where: 'a public channel that they created',
    ask: async ({ channel, caller, db }) => {
      const { id } = await channel('O')
      await db.channel.update({ where: { id }, data: { creatorId: caller.id, deleteAt: Date.now() } })
      return { params: { channel: id } }
    },
    answers: ofTheTeam,
  },
  ...inEach(`POST ${path}/{channel}/join`, none, {
    'a channel of theirs': whole,
    'a public channel that they are not in': whole,
    'a private channel that they are not in': sameInTeam(notPublic),
    "others' direct channel": sameInTeam(notPublic),
  }),
  { call: `POST ${path}/name/{name}/join`, where: 'a public channel', ask: byName('O'), answers: whole },
  {
    call: `POST ${path}/name/{name}/join`,
    where: 'a private channel',
    ask: byName('P'),
    answers: sameInTeam(notPublic),
  },
  ...inEach(`POST ${path}/{channel}/leave`, none, {
    'a channel of theirs': whole,
    'a public channel that they are not in': sameInTeam(notIn),
    'a private channel that they are not in': sameInTeam(notIn),
    "others' direct channel": sameInTeam(notIn),
  }),
  ...inEach(`POST ${path}/{channel}/add`, async ({ enter }) => ({ body: { user_id: (await enter()).id } }), {
    "others' direct channel": directStays(noJoining.slice(4)),
  }),
  ...inEach(`POST ${path}/{channel}/remove`, ({ other }) => ({ body: { user_id: other.id } }), {
    "others' direct channel": directStays(noJoining.slice(4)),
  }),
]
