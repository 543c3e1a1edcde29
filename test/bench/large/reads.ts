import { createSession } from '@posthorn/db'
import { newId, newSecret } from '@posthorn/server'
import { type Spread, spread } from '../measure/statistics.js'
import type { Rig } from '../systems/rig.js'
import type { System } from '../systems/systems.js'

/** Calls per figure, one after another. */
const callsEach = 60
const sessionMs = 3_600_000

/** What is read of a channel, by what a user would call it. Each is measured with both sizes of tables. */
export const readNames = [
  'newest page',
  'page after a post',
  'page by offset 100,000',
  'since',
  'rare',
  'common',
] as const

export type Reads = Record<(typeof readNames)[number], Spread>

/** Measures calls about Town Square, as its administrator. `rare` is a word that one post has. */
export async function measureReads(rig: Rig, api: System, rare: string): Promise<Reads> {
  const {
    id: channel,
    teamId: team,
    creatorId,
  } = await rig.db.channel.findFirstOrThrow({
    where: { name: 'town-square' },
  })
  const headers = {
    authorization: `Bearer ${await beginSession(rig, creatorId)}`,
    'content-type': 'application/json',
  }
  const posts = `/teams/${team}/channels/${channel}/posts`
  const { id: oldest } = await rig.db.post.findFirstOrThrow({
    where: { channelId: channel },
    orderBy: { id: 'asc' },
  })
  const get = (path: string) => () => call(api, path, { headers })
  const search = (terms: string) => () =>
    call(api, `/teams/${team}/posts/search`, { method: 'POST', headers, body: JSON.stringify({ terms }) })
  const asks: Record<keyof Reads, () => Promise<void>> = {
    'newest page': get(`${posts}/page/0/60`),
    'page after a post': get(`${posts}/${oldest}/after/0/60`),
    'page by offset 100,000': get(`${posts}/page/100000/60`),
    since: get(`${posts}/since/${Date.now() - 1000}`),
    rare: search(rare),
    common: search('build'),
  }
  const found: Partial<Reads> = {}
  for (const name of readNames) found[name] = await timesOf(asks[name])
  return found as Reads
}

async function beginSession({ db }: Rig, userId: string): Promise<string> {
  const [token, nowMs] = [newSecret(), Date.now()]
  await createSession(db, { id: newId(), token, userId, nowMs, expiresAt: nowMs + sessionMs })
  return token
}

async function call(api: System, path: string, init: RequestInit): Promise<void> {
  const answer = await fetch(api.urlOf('').replace(/\/hooks\/$/, `/api/v3${path}`), init)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${answer.status} for ${path}`)
}

async function timesOf(ask: () => Promise<void>): Promise<Spread> {
  const tookMs: number[] = []
  await ask()
  for (let number = 0; number < callsEach; number++) {
    const beganAt = performance.now()
    await ask()
    tookMs.push(performance.now() - beganAt)
  }
  return spread(tookMs)
}
