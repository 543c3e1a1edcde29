import { newSecret } from '@posthorn/server'
import {
  type AnswersByRole,
  type Asked,
  forbidden,
  ofTheTeam,
  type Row,
  sameInTeam,
  systemAdmins,
  teamAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const path = '/teams/{team}/hooks/incoming'
const mismatch = '400 api.webhook.team_mismatch.app_error'
const forAdmins = { settings: { EnableOnlyAdminIntegrations: true } }
const restricted = ' while only administrators manage integrations'

/** Creates a hook in each relation to the caller. */
export const hooks = {
  'their own': ({ hook, caller }: Scene) => hook(caller.id),
  "another user's": ({ hook, other }: Scene) => hook(other.id),
  'of another team': ({ hook, caller, otherTeam }: Scene) => hook(caller.id, otherTeam),
}
export type Where = keyof typeof hooks

/** Returns a call's rows for every relation. */
export function inEach(
  call: string,
  ask: (scene: Scene, hook: string) => Asked | Promise<Asked>,
  answers: Record<Where, AnswersByRole>,
) {
  return Object.entries(hooks).map(
    ([where, make]): Row => ({
      call,
      where,
      ask: async scene => ask(scene, await make(scene)),
      answers: answers[where as Where],
    }),
  )
}

const underSetting = (rows: Row[]): Row[] =>
  rows.map(row => ({ ...row, ...forAdmins, where: `${row.where ?? ''}${restricted}` }))

const changing = async ({ channel }: Scene, id: string) => ({
  body: { id, channel_id: (await channel('O')).id },
})
const templating = (_scene: Scene, hook: string) => ({
  params: { hook },
  body: { template: { text: '{{title}}' } },
})
const trials = (ask: typeof trying, answers: typeof managedByAll): Row[] =>
  inEach(`POST ${path}/{hook}/template/try`, ask, answers).map(row => ({ ...row, scope: 'read' }))
const trying = (_scene: Scene, hook: string) => ({
  params: { hook },
  body: { template: { text: '{{title}}' } },
})
const naming = (_scene: Scene, id: string) => ({ body: { id } })
const generating = { scheme: 'github', secrets: [{ generate: true }] }
const signing = (_scene: Scene, id: string) => ({ body: { id, signature: generating } })
export const showing = (_scene: Scene, hook: string) => ({ params: { hook } })

/** Gives a hook's creator no extra rights while integrations are for administrators. */
const managed = {
  'their own': teamAdmins,
  "another user's": teamAdmins,
  'of another team': sameInTeam(mismatch),
}
const managedByAll = { ...managed, 'their own': ofTheTeam }
/** Shows every hook to all members. Root is in no team and has access through its system role. */
const seenByAll = { ...managedByAll, "another user's": ofTheTeam }

const making =
  (type: 'O' | 'P', theirs: boolean) =>
  async ({ channel, caller, other }: Scene) => ({
    body: { channel_id: (await channel(type, theirs ? caller.id : other.id)).id },
  })
const list: Row = { call: `GET ${path}/list`, answers: teamAdmins }
const create: Row = { call: `POST ${path}/create`, ask: making('O', false), answers: teamAdmins }

const giving = async ({ enter }: Scene, id: string) => ({ body: { id, user_id: (await enter()).id } })

/** Lists the calls for administrators only, so that a member cannot re-enable their own disabled hook. */
const administered = [
  ['disable', naming],
  ['enable', naming],
  ['transfer', giving],
].flatMap(([what, ask]) => inEach(`POST ${path}/${what}`, ask as typeof giving, managed))

const noOffer = '404 api.webhook.transfer.no_offer.app_error'
const notAMember = '400 api.webhook.transfer.not_a_member.app_error'

/** Lists the calls about offers. Root is in no team, so it cannot accept a hook. */
const offerRows: Row[] = [
  { call: `GET ${path}/offers`, answers: ofTheTeam },
  {
    call: `POST ${path}/transfer/accept`,
    where: 'that is offered to them',
    ask: async ({ offered, caller, admin }) => ({
      body: { id: await offered((await admin()).id, caller.id) },
    }),
    answers: { ...ofTheTeam, root: notAMember },
  },
  {
    call: `POST ${path}/transfer/decline`,
    where: 'that is offered to them',
    ask: async ({ offered, caller, other }) => ({ body: { id: await offered(other.id, caller.id) } }),
    answers: ofTheTeam,
  },
  ...['accept', 'decline'].map(what => ({
    call: `POST ${path}/transfer/${what}`,
    where: 'of their own that is offered to another user',
    ask: async ({ offered, caller, other }: Scene) => ({ body: { id: await offered(caller.id, other.id) } }),
    answers: sameInTeam(noOffer),
  })),
  {
    call: `POST ${path}/transfer/withdraw`,
    where: 'that another user offered',
    ask: async ({ offered, caller, other }) => ({
      body: { id: await offered(caller.id, caller.id, other.id) },
    }),
    answers: teamAdmins,
  },
  {
    call: `POST ${path}/transfer/withdraw`,
    where: 'that they offered',
    ask: async ({ offered, caller, other }) => ({
      body: { id: await offered(other.id, other.id, caller.id) },
    }),
    answers: ofTheTeam,
  },
]

export const hookRows: Row[] = [
  { ...list, answers: ofTheTeam },
  { ...list, ...forAdmins, where: restricted },
  { call: `GET ${path}/search`, answers: ofTheTeam },
  { ...create, where: 'to a public channel', answers: ofTheTeam },
  { ...create, ...forAdmins, where: `to a public channel${restricted}` },
  { ...create, where: 'to a private channel of theirs', ask: making('P', true), answers: ofTheTeam },
  {
    ...create,
    ...forAdmins,
    where: `to a private channel of theirs${restricted}`,
    ask: making('P', true),
  },
  { ...create, where: "to others' private channel", ask: making('P', false), answers: systemAdmins },
  {
    ...create,
    ...forAdmins,
    where: `to others' private channel${restricted}`,
    ask: making('P', false),
    answers: systemAdmins,
  },
  {
    ...create,
    where: 'with a chosen key',
    ask: async ({ channel }) => ({
      body: { channel_id: (await channel('O')).id, key: newSecret() },
    }),
    answers: systemAdmins,
  },
  {
    ...create,
    where: 'to their direct channel',
    ask: async ({ direct, caller, other }) => ({ body: { channel_id: await direct(caller.id, other.id) } }),
    answers: sameInTeam(forbidden),
  },
  {
    call: `POST ${path}/update`,
    where: "their own, to others' private channel",
    ask: async ({ hook, channel, caller, other }) => ({
      body: { id: await hook(caller.id), channel_id: (await channel('P', other.id)).id },
    }),
    answers: systemAdmins,
  },
  ...inEach(`GET ${path}/{hook}/get`, showing, seenByAll),
  ...underSetting(inEach(`GET ${path}/{hook}/get`, showing, managed)),
  ...inEach(`GET ${path}/{hook}/template`, showing, seenByAll),
  ...underSetting(inEach(`GET ${path}/{hook}/template`, showing, managed)),
  ...inEach(`POST ${path}/{hook}/template`, templating, managedByAll),
  ...underSetting(inEach(`POST ${path}/{hook}/template`, templating, managed)),
  ...trials(trying, managedByAll),
  ...underSetting(trials(trying, managed)),
  ...[
    ['update', changing],
    ['regen', naming],
    ['signature', signing],
    ['delete', naming],
  ].flatMap(([what, ask]) => {
    const call = `POST ${path}/${what}`
    const asking = ask as typeof changing
    return [...inEach(call, asking, managedByAll), ...underSetting(inEach(call, asking, managed))]
  }),
  ...administered,
  ...offerRows,
  { call: 'GET /admin/hooks', answers: systemAdmins },
]
