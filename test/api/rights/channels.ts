import { newId } from '@posthorn/server'
import {
  type Asked,
  forbidden,
  insideTold,
  noSession,
  ofTheTeam,
  type Row,
  systemAdmins,
  type Told,
  teamAdmins,
  tell,
} from './row.js'
import type { Scene } from './scene.js'

const notIn = '404 store.sql_channel.get_member.missing.app_error'
const notPublic = '403 api.channel.join_channel.permissions.app_error'
const noSuchChannel = '404 store.sql_channel.get.existing.app_error'

/** A channel in each relation to the caller that there is. */
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

/** A call about a channel: for those who are in it and system administrators, through a team of theirs. */
const open: Record<Where, Told> = {
  'a channel of theirs': ofTheTeam,
  'a public channel that they are not in': systemAdmins,
  'a private channel that they are not in': systemAdmins,
  "others' direct channel": systemAdmins,
  'a channel of another team': insideTold(noSuchChannel),
}

/** The rows of a call in every relation, told as of an open channel where nothing else is said. */
export function inEach(
  call: string,
  ask: (scene: Scene, channel: string) => Asked | Promise<Asked>,
  otherwise: Partial<Record<Where, Told>> = {},
): Row[] {
  const told = { ...open, ...otherwise }
  return Object.entries(channels).map(([where, make]) => ({
    call,
    where,
    ask: async scene => {
      const channel = await make(scene)
      const { params, body } = await ask(scene, channel)
      return { params: { channel, ...params }, ...(body !== undefined && { body }) }
    },
    told: told[where as Where],
  }))
}

const rootIsNotIn = tell(noSession, forbidden, forbidden, forbidden, notIn)

const path = '/teams/{team}/channels'
const none = () => ({})
const whole = insideTold('200')
const directStays = (id: string) => tell(noSession, forbidden, forbidden, forbidden, `400 ${id}`)
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
  { call: `GET ${path}`, told: ofTheTeam },
  {
    call: `GET ${path}/more/{offset}/{limit}`,
    ask: () => ({ params: { offset: '0', limit: '10' } }),
    told: ofTheTeam,
  },
  { call: `GET ${path}/members`, told: ofTheTeam },
  { call: `GET ${path}/counts`, told: ofTheTeam },
  {
    call: `POST ${path}/create`,
    ask: () => ({ body: { name: `c-${newId()}`, display_name: 'C', type: 'O' } }),
    told: ofTheTeam,
  },
  {
    call: `POST ${path}/create_direct`,
    ask: ({ other }) => ({ body: { user_id: other.id } }),
    told: ofTheTeam,
  },
  {
    call: `POST ${path}/view`,
    ask: async ({ channel, caller }) => ({ body: { channel_id: (await channel('P', caller.id)).id } }),
    told: ofTheTeam,
  },
  ...inEach(`GET ${path}/{channel}`, none, {
    'a public channel that they are not in': insideTold(notIn),
    'a private channel that they are not in': insideTold(notIn),
    "others' direct channel": insideTold(notIn),
  }),
  { call: `GET ${path}/name/{name}`, where: 'a public channel', ask: byName('O'), told: systemAdmins },
  { call: `GET ${path}/name/{name}`, where: 'a private channel', ask: byName('P'), told: systemAdmins },
  ...inEach(`GET ${path}/{channel}/members/{user}`, async ({ db, other }, channelId) => {
    const [first] = await db.channelMember.findMany({ where: { channelId } })
    return { params: { user: first?.userId ?? other.id } }
  }),
  ...inEach(`GET ${path}/{channel}/stats`, none),
  ...inEach(`POST ${path}/{channel}/members/ids`, ({ other }) => ({ body: [other.id] })),
  ...['', '/not_in_channel'].flatMap(which =>
    inEach(`GET ${path}/{channel}/users${which}/{offset}/{limit}`, () => ({
      params: { offset: '0', limit: '10' },
    })),
  ),
  ...inEach(`GET ${path}/{channel}/users/autocomplete`, none),
  { call: `GET ${path}/autocomplete`, told: ofTheTeam },
  { call: `POST ${path}/more/search`, ask: () => ({ body: { term: 'c' } }), told: ofTheTeam },
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
  ...inEach(`POST ${path}/{channel}/delete`, none, {
    "others' direct channel": directStays('api.channel.delete_channel.type.invalid'),
  }),
  {
    call: `POST ${path}/{channel}/delete`,
    where: 'a public channel of theirs with hooks of others',
    ask: withHooksOfOthers,
    told: teamAdmins,
  },
  ...inEach(`POST ${path}/{channel}/restore`, archive, {
    'a channel of theirs': teamAdmins,
    'a public channel that they are not in': teamAdmins,
    "others' direct channel": insideTold(forbidden),
  }),
  {
    call: `POST ${path}/{channel}/restore`,
    where: 'a public channel that they made',
    ask: async ({ channel, caller, db }) => {
      const { id } = await channel('O')
      await db.channel.update({ where: { id }, data: { creatorId: caller.id, deleteAt: Date.now() } })
      return { params: { channel: id } }
    },
    told: ofTheTeam,
  },
  ...inEach(`POST ${path}/{channel}/join`, none, {
    'a channel of theirs': whole,
    'a public channel that they are not in': whole,
    'a private channel that they are not in': insideTold(notPublic),
    "others' direct channel": insideTold(notPublic),
  }),
  { call: `POST ${path}/name/{name}/join`, where: 'a public channel', ask: byName('O'), told: whole },
  {
    call: `POST ${path}/name/{name}/join`,
    where: 'a private channel',
    ask: byName('P'),
    told: insideTold(notPublic),
  },
  ...inEach(`POST ${path}/{channel}/leave`, none, {
    'a channel of theirs': whole,
    'a public channel that they are not in': insideTold(notIn),
    'a private channel that they are not in': insideTold(notIn),
    "others' direct channel": insideTold(notIn),
  }),
  ...inEach(`POST ${path}/{channel}/add`, async ({ enter }) => ({ body: { user_id: (await enter()).id } }), {
    "others' direct channel": directStays(noJoining.slice(4)),
  }),
  ...inEach(`POST ${path}/{channel}/remove`, ({ other }) => ({ body: { user_id: other.id } }), {
    "others' direct channel": directStays(noJoining.slice(4)),
  }),
]
