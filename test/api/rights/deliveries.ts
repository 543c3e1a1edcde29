import { inEach, showing } from './hooks.js'
import { insideTold, ofTheTeam, type Row, type Told, teamAdmins } from './row.js'
import type { Scene } from './scene.js'

const path = '/teams/{team}/hooks/incoming/{hook}'
const noHook = '404 store.sql_webhooks.get_incoming.app_error'
const noDelivery = '404 store.sql_deliveries.get.app_error'
const noReplay = '404 store.replays.get.app_error'

/** A hook's history is its creator's too, whoever may make hooks now. */
const told = { 'their own': ofTheTeam, "somebody else's": teamAdmins, 'of another team': insideTold(noHook) }

const withDelivery = async ({ delivery }: Scene, hook: string) => ({
  params: { hook, delivery: await delivery(hook) },
})
const withReplay = async ({ replay }: Scene, hook: string) => ({
  params: { hook, replay: await replay(hook) },
})

/** Of somebody else's hook, through one of theirs. */
const smuggled = { where: "somebody else's, through a hook of theirs" }
const smuggling = (ask: typeof withDelivery | typeof withReplay) => async (scene: Scene) => {
  const { params } = await ask(scene, await scene.hook(scene.other.id))
  return { params: { ...params, hook: await scene.hook(scene.caller.id) }, body: {} }
}

/** An empty text is refused, which nobody else is told: no worker is there to wait for. */
function payloadRefused(letIn: Told): Told {
  const answers = Object.entries(letIn).map(([role, answer]) => [
    role,
    answer === '200' ? badPayload : answer,
  ])
  return Object.fromEntries(answers)
}
const badPayload = '400 api.hook.payload.app_error'

/** A post that a delivery became; and one that a person wrote. */
const withPost = async ({ delivery }: Scene, hook: string) => ({
  params: { post: `${(await delivery(hook)).slice(0, -2)}01` },
})

export const deliveryRows: Row[] = [
  ...inEach(`GET ${path}/deliveries`, showing, told),
  ...inEach(`GET ${path}/refused`, showing, told),
  ...inEach(
    `POST ${path}/preview`,
    (_scene, hook) => ({ params: { hook }, body: { payload: '{"text":"x"}' } }),
    told,
  ),
  ...inEach(`POST ${path}/send`, (_scene, hook) => ({ params: { hook }, body: { payload: '{"text":""}' } }), {
    'their own': payloadRefused(ofTheTeam),
    "somebody else's": payloadRefused(teamAdmins),
    'of another team': insideTold(noHook),
  }),
  ...inEach(`GET ${path}/deliveries/count`, showing, told),
  ...inEach('GET /teams/{team}/posts/{post}/delivery', withPost, {
    ...told,
    'of another team': insideTold(noDelivery),
  }),
  {
    call: 'GET /teams/{team}/posts/{post}/delivery',
    where: 'that came from no delivery',
    ask: async ({ channel, post, caller }) => ({
      params: { post: await post((await channel('O')).id, caller.id) },
    }),
    told: insideTold(noDelivery),
  },
  ...inEach(`GET ${path}/deliveries/{delivery}`, withDelivery, told),
  {
    call: `GET ${path}/deliveries/{delivery}`,
    ...smuggled,
    ask: smuggling(withDelivery),
    told: insideTold(noDelivery),
  },
  ...inEach(
    `POST ${path}/deliveries/{delivery}/replay`,
    async (scene, hook) => ({ ...(await withDelivery(scene, hook)), body: {} }),
    told,
  ),
  {
    call: `POST ${path}/deliveries/{delivery}/replay`,
    ...smuggled,
    ask: smuggling(withDelivery),
    told: insideTold(noDelivery),
  },
  ...inEach(`POST ${path}/deliveries/replay`, (_scene, hook) => ({ params: { hook }, body: {} }), told),
  ...inEach(`GET ${path}/replays/{replay}`, withReplay, told),
  {
    call: `GET ${path}/replays/{replay}`,
    ...smuggled,
    ask: smuggling(withReplay),
    told: insideTold(noReplay),
  },
]
