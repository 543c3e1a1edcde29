import { inEach } from './channels.js'
import { byRole, forbidden, inScope, noSession, ofTheTeam, type Row, sameInTeam } from './row.js'
import type { Scene } from './scene.js'

const path = '/teams/{team}/channels/{channel}/posts'
const page = { offset: '0', limit: '10' }
const noPost = '404 store.sql_post.get.app_error'
const onlyRootFinds = byRole(noSession, forbidden, noPost, noPost, '200')
const noPostToUpdate = '400 api.post.update_post.find.app_error'

/** Creates another user's post in the channel. */
const others = async ({ post, other }: Scene, channel: string) => ({ post: await post(channel, other.id) })
const own = async ({ post, caller }: Scene, channel: string) => ({ post: await post(channel, caller.id) })
/** Addresses a post of a channel that the caller is not in through one they are in. */
const smuggled = async ({ channel, caller, other, post }: Scene) => {
  const [theirs, secret] = [await channel('P', caller.id), await channel('P', other.id)]
  return { channel: theirs.id, secret: secret.id, post: await post(secret.id, other.id) }
}

/** Reports unreadable posts as missing. */
const byId = (call: string): Row[] =>
  inEach(call, async (scene, channel) => ({ params: await others(scene, channel) }), {
    'a public channel that they are not in': onlyRootFinds,
    'a private channel that they are not in': onlyRootFinds,
    "others' direct channel": onlyRootFinds,
    'a channel of another team': sameInTeam(noPost),
  })

export const postRows: Row[] = [
  ...byId('GET /teams/{team}/posts/{post}'),
  ...byId('GET /teams/{team}/pltmp/{post}'),
  {
    call: 'GET /teams/{team}/posts/flagged/{offset}/{limit}',
    ask: () => ({ params: page }),
    answers: ofTheTeam,
  },
  {
    call: 'POST /teams/{team}/posts/search',
    scope: 'read',
    ask: () => ({ body: { terms: 'x' } }),
    answers: ofTheTeam,
  },
  ...inEach(`GET ${path}/page/{offset}/{limit}`, () => ({ params: page })),
  ...inEach(`GET ${path}/since/{time}`, () => ({ params: { time: '0' } })),
  ...['before', 'after'].flatMap(side =>
    inEach(`GET ${path}/{post}/${side}/{offset}/{limit}`, async (scene, channel) => ({
      params: { ...page, ...(await others(scene, channel)) },
    })),
  ),
  ...inEach(`GET ${path}/{post}/get`, async (scene, channel) => ({ params: await others(scene, channel) })),
  ...inEach(`GET ${path}/{post}/versions`, async (scene, channel) => ({
    params: await others(scene, channel),
  })),
  {
    call: `GET ${path}/{post}/versions`,
    where: 'of another channel, through one of theirs',
    ask: async scene => ({ params: await smuggled(scene) }),
    answers: sameInTeam(noPost),
  },
  {
    call: `GET ${path}/{post}/get`,
    where: 'of another channel, through one of their own',
    ask: async scene => ({ params: await smuggled(scene) }),
    answers: sameInTeam(noPost),
  },
  ...inScope(
    'post',
    inEach(`POST ${path}/create`, () => ({ body: { message: 'hello' } })),
  ),
  {
    call: `POST ${path}/create`,
    where: 'to another channel, through one of their own',
    ask: async scene => {
      const { channel, secret } = await smuggled(scene)
      return { params: { channel }, body: { channel_id: secret, message: 'hello' } }
    },
    answers: byRole(noSession, forbidden, forbidden, forbidden, '200'),
  },
  ...inEach(`POST ${path}/update`, async (scene, channel) => ({
    body: { id: (await own(scene, channel)).post, message: 'changed' },
  })),
  {
    call: `POST ${path}/update`,
    scope: 'post',
    where: "another user's",
    ask: async scene => {
      const channel = (await scene.channel('P', scene.caller.id)).id
      return { params: { channel }, body: { id: (await others(scene, channel)).post, message: 'changed' } }
    },
    answers: sameInTeam(forbidden),
  },
  {
    call: `POST ${path}/update`,
    where: 'of another channel, through one of their own',
    ask: async scene => {
      const { channel, post } = await smuggled(scene)
      return { params: { channel }, body: { id: post, message: 'changed' } }
    },
    answers: sameInTeam(noPostToUpdate),
  },
  ...inEach(`POST ${path}/{post}/delete`, async (scene, channel) => ({ params: await own(scene, channel) })),
  {
    call: `POST ${path}/{post}/delete`,
    scope: 'post',
    where: "another user's",
    ask: async scene => {
      const channel = (await scene.channel('P', scene.caller.id)).id
      return { params: { channel, ...(await others(scene, channel)) } }
    },
    answers: byRole(noSession, forbidden, forbidden, '200', '200'),
  },
  {
    call: `POST ${path}/{post}/delete`,
    where: "another user's, in a direct channel",
    ask: async scene => {
      const channel = await scene.direct(scene.caller.id, scene.other.id)
      return { params: { channel, ...(await others(scene, channel)) } }
    },
    answers: sameInTeam(forbidden),
  },
  {
    call: `POST ${path}/{post}/delete`,
    where: 'of another channel, through one of their own',
    ask: async scene => ({ params: await smuggled(scene) }),
    answers: sameInTeam(noPost),
  },
]
