import type { Db } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../api/callers.js'
import { addChannel, addPosts, startApi } from '../api/start-api.js'
import { eventually } from '../support/eventually.js'

const path = (teamId: string) => `/teams/${teamId}/posts/search`
const tooSlow = '503 api.post.search_post.too_slow.app_error'
const invalid = '400 api.context.invalid_param.app_error'

/** Searches for terms that occur only inside other words, so that every post is examined without a match. */
const dear = { terms: 'needles edles needle eedle', is_or_search: true }

async function fill(db: Db, channelId: string) {
  await db.$executeRaw`
    INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
    SELECT '01' || lpad(n::text, 24, '0'), 1, 1, '', ${channelId}, repeat('xneedlesx' || n || ' ', 60), '', 1
    FROM generate_series(1, 50000) n`
}

/** Starts attackers in a channel with many posts, and a victim in a channel with one. */
async function start() {
  const api = await startApi()
  const { db, teamId } = api
  const [large, small] = [await addChannel(db, teamId, 'large'), await addChannel(db, teamId, 'small')]
  const { victim, ...callers } = await api.callers('victim', 'mallory', 'trudy', 'eve', 'oscar')
  const attackers = Object.values(callers)
  const members = attackers.map(({ id }) => ({ channelId: large.id, userId: id }))
  await db.channelMember.createMany({ data: [...members, { channelId: small.id, userId: victim.id }] })
  await addPosts(db, small.id, ['needle'])
  const search = async (caller: Caller, body: object) => {
    const began = performance.now()
    const { statusCode, headers } = await caller.post(path(teamId), body)
    return { statusCode, headers, tookMs: performance.now() - began }
  }
  return { ...api, large, victim, attackers, search }
}

/** Repeats a call until the test ends. */
function keepCalling(call: () => Promise<unknown>) {
  let goesOn = true
  const calling = (async () => {
    while (goesOn) await call()
  })()
  onTestFinished(async () => {
    goesOn = false
    await calling
  })
}

/** Runs `during` while a table is locked against reads. */
async function withLocked(db: Db, table: 'posts' | 'deliveries', during: () => Promise<unknown>) {
  await db.$transaction(
    async locked => {
      await locked.$executeRawUnsafe(`LOCK ${table}`)
      await during()
    },
    { timeout: 120_000 },
  )
}

test('expensive searches of several users are ended, and do not delay others', async () => {
  const { db, large, victim, attackers, search } = await start()
  await fill(db, large.id)
  const seen = new Set<string>()
  for (const attacker of [...attackers, ...attackers])
    keepCalling(async () => {
      const { statusCode, headers } = await search(attacker, dear)
      seen.add(`${statusCode} ${headers['retry-after']}`)
    })
  await eventually(() => expect(seen.size).toBeGreaterThan(0))
  await eventually(async () =>
    expect(await search(victim, { terms: 'needle' })).toMatchObject({ statusCode: 200 }),
  )
  const searches = []
  while (searches.length < 20) searches.push(await search(victim, { terms: 'needle' }))
  expect(searches.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(10)
  for (const { tookMs } of searches) expect(tookMs).toBeLessThan(3000)
  expect([...seen]).toEqual(['503 2'])
})

test('a search that never ends gets a response within about a second, and everything else works', async () => {
  const { db, teamId, victim, attackers, search } = await start()
  await withLocked(db, 'posts', async () => {
    const [slow, ...others] = await Promise.all([...attackers, ...attackers].map(one => search(one, dear)))
    expect(slow?.tookMs).toBeLessThan(5000)
    for (const { statusCode } of [slow, ...others].filter(one => one !== undefined))
      expect(statusCode).toBe(503)
    await eventually(async () => expect(await attackers[0]?.statusAndId(path(teamId), dear)).toBe(tooSlow))
    for (const attacker of attackers) keepCalling(() => search(attacker, dear))
    expect(await victim.statusAndId('/users/me')).toBe('200')
    await eventually(async () => expect(await victim.statusAndId('/users/search', { term: 'm' })).toBe('200'))
  })
})

test('all text searches are bounded, and leave connections for everything else', async () => {
  const { db, teamId, callers, victim } = await start()
  const { admin } = await callers('admin')
  const hook = await db.hook.findFirstOrThrow()
  const deliveries = `/teams/${teamId}/hooks/incoming/${hook.id}/deliveries`
  await withLocked(db, 'deliveries', async () => {
    for (const [rest, body] of [['?text=x'], ['/count?text=x'], ['/replay', { text: 'x' }]] as const)
      await eventually(async () =>
        expect(await admin.statusAndId(`${deliveries}${rest}`, body)).toBe(tooSlow),
      )
    for (let asked = 0; asked < 12; asked++) keepCalling(() => admin.get(`${deliveries}/count?text=x`))
    const hooks = await admin.getJson(`/teams/${teamId}/hooks/incoming/list`)
    expect(hooks.length).toBeGreaterThan(0)
    await eventually(async () =>
      expect(await victim.statusAndId(path(teamId), { terms: 'needle' })).toBe('200'),
    )
  })
})

test('limits a search’s words and names, and their lengths', async () => {
  const { victim, teamId } = await start()
  const of = (count: number) => Array.from({ length: count }, () => 'a').join(' ')
  const search = (terms: string) => victim.statusAndId(path(teamId), { terms, is_or_search: true })
  for (const terms of [of(20), `"${of(20)}"`, 'a'.repeat(128), `from:victim in:small ${of(18)}`])
    expect(await search(terms)).toBe('200')
  for (const terms of [of(21), `"${of(21)}"`, 'a'.repeat(129), `from:victim in:small ${of(19)}`])
    expect(await search(terms)).toBe(invalid)
})

test('finds a short word as a word, next to any punctuation', async () => {
  const { db, victim, teamId, channelNamed } = await start()
  const square = await channelNamed('town-square')
  await db.channelMember.create({ data: { channelId: square.id, userId: victim.id } })
  const found = ['ab', 'AB, x', '(ab)', 'x-ab', 'éab ab', '-1ab', '@ab', 'x, ab']
  await addPosts(db, square.id, [...found, 'xab', 'abx', 'ab1', 'x1ab'])
  for (const [terms, more] of [
    ['ab', {}],
    ['ab zz', { is_or_search: true }],
    ['ab ab', {}],
  ] as const) {
    const { order, posts } = await victim.postJson(path(teamId), { terms, ...more })
    const messages = order.map((id: string) => posts[id].message).toReversed()
    expect(messages).toEqual(found)
  }
})
