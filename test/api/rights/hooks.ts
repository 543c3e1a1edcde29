import { newSecret } from '@posthorn/server'
import {
  type Asked,
  forbidden,
  insideTold,
  ofTheTeam,
  type Row,
  systemAdmins,
  type Told,
  teamAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const path = '/teams/{team}/hooks/incoming'
const mismatch = '400 api.webhook.team_mismatch.app_error'
const forAdmins = { settings: { EnableOnlyAdminIntegrations: true } }
const restricted = ' and integrations are for administrators'

/** A hook in each relation to the caller that there is. */
export const hooks = {
  'their own': ({ hook, caller }: Scene) => hook(caller.id),
  "somebody else's": ({ hook, other }: Scene) => hook(other.id),
  'of another team': ({ hook, caller, otherTeam }: Scene) => hook(caller.id, otherTeam),
}
export type Where = keyof typeof hooks

/** The rows of a call in every relation. */
export function inEach(
  call: string,
  ask: (scene: Scene, hook: string) => Asked | Promise<Asked>,
  told: Record<Where, Told>,
) {
  return Object.entries(hooks).map(
    ([where, make]): Row => ({
      call,
      where,
      ask: async scene => ask(scene, await make(scene)),
      told: told[where as Where],
    }),
  )
}

const underSetting = (rows: Row[]): Row[] =>
  rows.map(row => ({ ...row, ...forAdmins, where: `${row.where ?? ''}${restricted}` }))

const changing = async ({ channel }: Scene, id: string) => ({
  body: { id, channel_id: (await channel('O')).id },
})
const naming = (_scene: Scene, id: string) => ({ body: { id } })
export const showing = (_scene: Scene, hook: string) => ({ params: { hook } })

/** While integrations are for administrators, who made a hook has no right to it that others have not. */
const managed = {
  'their own': teamAdmins,
  "somebody else's": teamAdmins,
  'of another team': insideTold(mismatch),
}
const managedByAll = { ...managed, 'their own': ofTheTeam }
/** Root is in no team, so the right is the system's; a member sees what all members may see. */
const seenByAll = { ...managedByAll, "somebody else's": ofTheTeam }

const making =
  (type: 'O' | 'P', theirs: boolean) =>
  async ({ channel, caller, other }: Scene) => ({
    body: { channel_id: (await channel(type, theirs ? caller.id : other.id)).id },
  })
const list: Row = { call: `GET ${path}/list`, told: teamAdmins }
const create: Row = { call: `POST ${path}/create`, ask: making('O', false), told: teamAdmins }

const giving = async ({ enter }: Scene, id: string) => ({ body: { id, user_id: (await enter()).id } })

/** A member whose hook was disabled does not enable it again. */
const administered = [
  ['disable', naming],
  ['enable', naming],
  ['transfer', giving],
].flatMap(([what, ask]) => inEach(`POST ${path}/${what}`, ask as typeof giving, managed))

const noOffer = '404 api.webhook.transfer.no_offer.app_error'
const notAMember = '400 api.webhook.transfer.not_a_member.app_error'

/** Root is in no team, and only members of its team have a hook. */
const offerRows: Row[] = [
  { call: `GET ${path}/offers`, told: ofTheTeam },
  {
    call: `POST ${path}/transfer/accept`,
    where: 'that is offered to them',
    ask: async ({ offered, caller, admin }) => ({
      body: { id: await offered((await admin()).id, caller.id) },
    }),
    told: { ...ofTheTeam, root: notAMember },
  },
  {
    call: `POST ${path}/transfer/decline`,
    where: 'that is offered to them',
    ask: async ({ offered, caller, other }) => ({ body: { id: await offered(other.id, caller.id) } }),
    told: ofTheTeam,
  },
  ...['accept', 'decline'].map(what => ({
    call: `POST ${path}/transfer/${what}`,
    where: 'of theirs that is offered to somebody else',
    ask: async ({ offered, caller, other }: Scene) => ({ body: { id: await offered(caller.id, other.id) } }),
    told: insideTold(noOffer),
  })),
  {
    call: `POST ${path}/transfer/withdraw`,
    where: 'that somebody else offered',
    ask: async ({ offered, caller, other }) => ({
      body: { id: await offered(caller.id, caller.id, other.id) },
    }),
    told: teamAdmins,
  },
  {
    call: `POST ${path}/transfer/withdraw`,
    where: 'that they offered',
    ask: async ({ offered, caller, other }) => ({
      body: { id: await offered(other.id, other.id, caller.id) },
    }),
    told: ofTheTeam,
  },
]

export const hookRows: Row[] = [
  { ...list, told: ofTheTeam },
  { ...list, ...forAdmins, where: restricted },
  { call: `GET ${path}/search`, told: ofTheTeam },
  { ...create, where: 'to a public channel', told: ofTheTeam },
  { ...create, ...forAdmins, where: `to a public channel${restricted}` },
  { ...create, where: 'to a private channel of theirs', ask: making('P', true), told: ofTheTeam },
  {
    ...create,
    ...forAdmins,
    where: `to a private channel of theirs${restricted}`,
    ask: making('P', true),
  },
  { ...create, where: "to others' private channel", ask: making('P', false), told: systemAdmins },
  {
    ...create,
    ...forAdmins,
    where: `to others' private channel${restricted}`,
    ask: making('P', false),
    told: systemAdmins,
  },
  {
    ...create,
    where: 'with a key of their own choice',
    ask: async ({ channel }) => ({
      body: { channel_id: (await channel('O')).id, key: newSecret() },
    }),
    told: systemAdmins,
  },
  {
    ...create,
    where: 'to their direct channel',
    ask: async ({ direct, caller, other }) => ({ body: { channel_id: await direct(caller.id, other.id) } }),
    told: insideTold(forbidden),
  },
  {
    call: `POST ${path}/update`,
    where: "their own, to others' private channel",
    ask: async ({ hook, channel, caller, other }) => ({
      body: { id: await hook(caller.id), channel_id: (await channel('P', other.id)).id },
    }),
    told: systemAdmins,
  },
  ...inEach(`GET ${path}/{hook}/get`, showing, seenByAll),
  ...underSetting(inEach(`GET ${path}/{hook}/get`, showing, managed)),
  ...[
    ['update', changing],
    ['regen', naming],
    ['delete', naming],
  ].flatMap(([what, ask]) => {
    const call = `POST ${path}/${what}`
    const asking = ask as typeof changing
    return [...inEach(call, asking, managedByAll), ...underSetting(inEach(call, asking, managed))]
  }),
  ...administered,
  ...offerRows,
  { call: 'GET /admin/hooks', told: systemAdmins },
]
