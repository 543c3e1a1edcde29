import { inEach, showing } from './hooks.js'
import {
  type AnswersByRole,
  inScope,
  ofTheTeam,
  type Row,
  sameInTeam,
  systemAdmins,
  teamAdmins,
} from './row.js'
import type { Scene } from './scene.js'

const path = '/teams/{team}/hooks/incoming/{hook}'
const noHook = '404 store.sql_webhooks.get_incoming.app_error'
const noDelivery = '404 store.sql_deliveries.get.app_error'
const noReplay = '404 store.replays.get.app_error'

/** Gives a hook's creator access to its history, even if only administrators can create hooks. */
const historyAnswers = {
  'their own': ofTheTeam,
  "another user's": teamAdmins,
  'of another team': sameInTeam(noHook),
}

const withDelivery = async ({ delivery }: Scene, hook: string) => ({
  params: { hook, delivery: await delivery(hook) },
})
const withReplay = async ({ replay }: Scene, hook: string) => ({
  params: { hook, replay: await replay(hook) },
})

/** Addresses an object of another user's hook through the caller's own hook. */
const smuggled = { where: "another user's, through one of their own hooks" }
const smuggling = (ask: typeof withDelivery | typeof withReplay) => async (scene: Scene) => {
  const { params } = await ask(scene, await scene.hook(scene.other.id))
  return { params: { ...params, hook: await scene.hook(scene.caller.id) }, body: {} }
}

/** Replaces 200 with a refusal. */
const refusedAs =
  (refusal: string) =>
  (accepted: AnswersByRole): AnswersByRole => {
    const answers = Object.entries(accepted)
    const refused = answers.map(([role, answer]) => [role, answer === '200' ? refusal : answer])
    return { ...accepted, ...Object.fromEntries(refused) }
  }

/** No worker could process a valid payload. */
const payloadRefused = refusedAs('400 api.hook.payload.app_error')
const withoutSample = refusedAs('404 api.webhook.refused.get.app_error')

/** Addresses the post that a delivery created. */
const withPost = async ({ delivery }: Scene, hook: string) => ({
  params: { post: `${(await delivery(hook)).slice(0, -2)}01` },
})

export const deliveryRows: Row[] = [
  {
    call: 'GET /admin/deliveries/find',
    ask: async ({ delivery, hook, caller }) => ({ query: { id: await delivery(await hook(caller.id)) } }),
    answers: systemAdmins,
  },
  ...inEach(`GET ${path}/deliveries`, showing, historyAnswers),
  ...inEach(`GET ${path}/refused`, showing, historyAnswers),
  ...inEach(`GET ${path}/refused/samples`, showing, historyAnswers),
  ...inScope(
    'read',
    inEach(
      `POST ${path}/preview`,
      (_scene, hook) => ({ params: { hook }, body: { payload: '{"text":"x"}' } }),
      historyAnswers,
    ),
  ),
  ...inScope(
    'post',
    inEach(`POST ${path}/send`, (_scene, hook) => ({ params: { hook }, body: { payload: '{"text":""}' } }), {
      'their own': payloadRefused(ofTheTeam),
      "another user's": payloadRefused(teamAdmins),
      'of another team': sameInTeam(noHook),
    }),
  ),
  ...inScope(
    'post',
    inEach(
      `POST ${path}/refused/send`,
      (_scene, hook) => ({ params: { hook }, body: { request_id: 'none' } }),
      {
        'their own': withoutSample(ofTheTeam),
        "another user's": withoutSample(teamAdmins),
        'of another team': sameInTeam(noHook),
      },
    ),
  ),
  ...inEach(`GET ${path}/deliveries/count`, showing, historyAnswers),
  ...inEach(`GET ${path}/figures`, showing, historyAnswers),
  ...inEach('GET /teams/{team}/posts/{post}/delivery', withPost, {
    ...historyAnswers,
    'of another team': sameInTeam(noDelivery),
  }),
  {
    call: 'GET /teams/{team}/posts/{post}/delivery',
    where: 'without a delivery',
    ask: async ({ channel, post, caller }) => ({
      params: { post: await post((await channel('O')).id, caller.id) },
    }),
    answers: sameInTeam(noDelivery),
  },
  ...inEach(`GET ${path}/deliveries/{delivery}`, withDelivery, historyAnswers),
  {
    call: `GET ${path}/deliveries/{delivery}`,
    ...smuggled,
    ask: smuggling(withDelivery),
    answers: sameInTeam(noDelivery),
  },
  ...inEach(
    `POST ${path}/deliveries/{delivery}/replay`,
    async (scene, hook) => ({ ...(await withDelivery(scene, hook)), body: {} }),
    historyAnswers,
  ),
  {
    call: `POST ${path}/deliveries/{delivery}/replay`,
    ...smuggled,
    ask: smuggling(withDelivery),
    answers: sameInTeam(noDelivery),
  },
  ...inEach(
    `POST ${path}/deliveries/replay`,
    (_scene, hook) => ({ params: { hook }, body: {} }),
    historyAnswers,
  ),
  ...inEach(`GET ${path}/replays/{replay}`, withReplay, historyAnswers),
  {
    call: `GET ${path}/replays/{replay}`,
    ...smuggled,
    ask: smuggling(withReplay),
    answers: sameInTeam(noReplay),
  },
]
