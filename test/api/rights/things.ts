import { createApp, type Db, directChannels, directName } from '@posthorn/db'
import type { openReplays } from '@posthorn/queue'
import { newId, newSecret } from '@posthorn/server'
import { addChannel } from '../start-api.js'

/** Creates the objects of calls, each with its own id, in `team` by default. */
export function openThings(db: Db, team: string, replays: ReturnType<typeof openReplays>) {
  const { channel, ...inChannels } = talk(db, team)
  const hook = async (userId: string, teamId = team) => {
    const stamps = { createAt: Date.now(), updateAt: Date.now() }
    const { id } = await channel('O')
    return (await db.hook.create({ data: { id: newId(), ...stamps, userId, teamId, channelId: id } })).id
  }
  /** Creates a hook that is offered to a user, by its creator by default. */
  const offered = async (creatorId: string, to: string, by = creatorId) => {
    const id = await hook(creatorId)
    await db.hook.update({
      where: { id },
      data: { offeredTo: to, offeredBy: by, offeredAt: Date.now() },
    })
    return id
  }
  const delivery = async (hookId: string) => {
    const settled = { settledAt: Date.now(), outcome: 'rejected', reason: 'unknown_channel' }
    const { id } = await db.delivery.create({
      data: { id: newId(), hookId, teamId: team, requestId: newId(), payload: '{"text":"x"}', ...settled },
    })
    return id
  }
  /** Starts a replay of all deliveries that a hook could not post. */
  const replay = async (hookId: string) => {
    const [id, none] = [newId(), '0'.repeat(26)]
    const range = { fromMs: 0, toMs: 1, after: none, end: none, outcome: 'rejected', text: '' } as const
    await replays.replayAll(id, { hookId, ...range, total: 0 })
    return id
  }
  return {
    channel,
    ...inChannels,
    hook,
    offered,
    delivery,
    replay,
    app: (creatorId: string) => app(db, creatorId),
  }
}

/** Creates an app with a bot that redirects to http://127.0.0.1/callback, and returns its id. */
async function app(db: Db, creatorId: string): Promise<string> {
  const words = { name: 'An app', description: '', iconUrl: '', homepage: 'http://127.0.0.1/' }
  const [id, bot] = [newId(), { id: newId(), username: `bot-${newId()}` }]
  const choices = { ...words, callbackUrls: ['http://127.0.0.1/callback'], isTrusted: false }
  await createApp(db, {
    ...choices,
    id,
    creatorId,
    nowMs: Date.now(),
    credentials: { secret: newSecret(), bot },
  })
  return id
}

function talk(db: Db, team: string) {
  const channel = async (type: 'O' | 'P', ...members: string[]) => {
    const { id, name } = await addChannel(db, team, `c-${newId()}`, type)
    await db.channelMember.createMany({ data: members.map(userId => ({ channelId: id, userId })) })
    return { id, name }
  }
  const direct = async (userId: string, withId: string) => {
    const pair = { userId, otherId: withId }
    const made = (await directChannels(db, [pair], Date.now())).get(directName(pair))
    if (!made) throw new Error('no direct channel')
    return made.id
  }
  const post = async (channelId: string, userId: string) => {
    const now = Date.now()
    const text = { message: 'written before', html: '<p>written before</p>', htmlVersion: 1 }
    const { id } = await db.post.create({
      data: { id: newId(), createAt: now, updateAt: now, channelId, userId, ...text },
    })
    return id
  }
  /** Creates a file of a post, whose bytes are missing. */
  const file = async (channelId: string, userId: string) => {
    const [postId, id] = [await post(channelId, userId), newId()]
    const facts = { id, name: 'a.txt', type: 'text/plain', size: 0, sha256: new Uint8Array(32) }
    await db.file.create({
      data: { ...facts, createAt: Date.now(), userId, teamId: team, channelId, postId },
    })
    return id
  }
  return { channel, direct, post, file }
}
