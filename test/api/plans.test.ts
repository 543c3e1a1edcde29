import { maxCountedDeliveries } from '@posthorn/contract'
import { base32 } from '@posthorn/core'
import {
  countDeliveries,
  type Db,
  type DeliveryClue,
  type DeliveryFilter,
  findDeliveriesBy,
  flaggedPage,
  idsBetween,
  indexPosts,
  listDeliveries,
  postsAround,
  postsPage,
  postsSince,
  postsWithIds,
  readPostSearch,
  repliesPage,
  searchPosts,
  unreadByTeam,
  versionsOf,
} from '@posthorn/db'
import { expect, test } from 'vitest'
import { fillPosts } from '../bench/large/fill-posts.js'
import { openExplained, type Plan, rowsOf } from '../support/explained.js'
import { startApi } from './start-api.js'

const dayMs = 86_400_000
const postsPerChannel = 15_000
/** A count says whether there are more than 10,000. */
const maxRows = 10_001

/** Fills a channel and then another one, indexes the words, and returns what readers do. */
async function start() {
  const { db, databaseUrl, channelNamed } = await startApi()
  const [silent, busy] = [await channelNamed('builds'), await channelNamed('town-square')]
  const { id: hookId, userId } = await db.hook.findFirstOrThrow()
  const toMs = Date.now() - dayMs
  const many = { userId, posts: postsPerChannel, fromMs: toMs - 20 * dayMs, toMs: toMs - 10 * dayMs }
  await fillPosts(db, { ...many, channelIds: [silent.id] })
  await fillPosts(db, { ...many, channelIds: [busy.id], fromMs: many.toMs, toMs })
  await fillHistory(db, hookId)
  while (await indexPosts(db));
  await db.$executeRaw`ANALYZE`
  const { explained, nodes } = await openExplained(db, databaseUrl)
  const of = {
    channelId: silent.id,
    others: [busy.id],
    hookId,
    userId,
    middle: await idInMiddle(db, silent.id),
  }
  return { nodes, reads: { ...pages(explained, of), ...others(explained, of) } }
}

/** Stores as many deliveries of a hook as a channel has posts. */
async function fillHistory(db: Db, hookId: string): Promise<void> {
  const begins = base32(Date.now(), 10)
  await db.$executeRaw`
    INSERT INTO deliveries (id, hook_id, team_id, settled_at, outcome, post_count, request_id, payload, sender)
    SELECT ${begins} || lpad(n::text, 14, '0') || '00', ${hookId}, '', 1, 'posted', 1, '', '{"text":"Build ' || n || '"}',
      ${`${caller.address}\ncurl\n\n${caller.requestId}\n${caller.traceId}`}
    FROM generate_series(1, ${postsPerChannel}) n`
}

type Of = { channelId: string; others: string[]; hookId: string; userId: string; middle: string }

const size = { limit: 60, withHtml: true }

async function idInMiddle(db: Db, channelId: string) {
  const where = { where: { channelId }, orderBy: { id: 'asc' } } as const
  return (await db.post.findFirstOrThrow({ ...where, skip: postsPerChannel / 2 })).id
}

function pages(db: Db, { channelId, userId, middle: id }: Of): Record<string, () => Promise<unknown>> {
  const around = { ...size, id, offset: 0, onlyRoots: false }
  return {
    page: () => postsPage(db, channelId, 0, { ...size, onlyRoots: false }),
    roots: () => postsPage(db, channelId, 0, { ...size, onlyRoots: true }),
    'deep page': () => postsPage(db, channelId, 9000, { ...size, onlyRoots: false }),
    'deep roots': () => postsPage(db, channelId, 9000, { ...size, onlyRoots: true }),
    flagged: () => flaggedPage(db, { userId, channelIds: [channelId], offset: 0 }, size),
    permalink: () => postsWithIds(db, [id], true),
    before: () => postsAround(db, channelId, { ...around, side: 'before' }),
    after: () => postsAround(db, channelId, { ...around, side: 'after' }),
    'far before': () => postsAround(db, channelId, { ...around, id: '~', side: 'before', offset: 9000 }),
    'far after': () => postsAround(db, channelId, { ...around, id: '0', side: 'after', offset: 9000 }),
    since: () => postsSince(db, channelId, Date.now() - dayMs, size),
    thread: () => repliesPage(db, id, { ...size, id: '', side: 'after' }),
    versions: () => versionsOf(db, id),
  }
}

function others(db: Db, { channelId, others, hookId, userId }: Of): Record<string, () => Promise<unknown>> {
  const channelIds = [channelId, ...others]
  const search =
    (typed: string, more = {}) =>
    () =>
      searchPosts(db, {
        ...{ terms: readPostSearch(typed).terms, has: readPostSearch(typed).has, ...more },
        ...{ channelIds, limit: 100, withHtml: false, isAnyEnough: false },
      })
  return {
    ...histories(db, hookId),
    ...clues(db),
    unread: () => unreadByTeam(db, userId),
    'common word': search('ba'),
    'rare word': search('cfcd208495d5'),
    prefix: search('sa*'),
    phrase: search('"ba de"'),
    'two words': search('ba kideba'),
    'without a match': search('ba unheardof'),
    'from a user': search('ba', { userIds: [userId] }),
    'on a day': search('ba', idsBetween(Date.now() - 15 * dayMs, Date.now() - 14 * dayMs)),
    'with a link': search('ba has:link'),
  }
}

function histories(db: Db, hookId: string): Record<string, () => Promise<unknown>> {
  const list = (filter: DeliveryFilter) => () =>
    listDeliveries(db, { hookId, fromMs: 0, toMs: Date.now() + dayMs, limit: 100, ...filter })
  const count = (filter: DeliveryFilter) => () =>
    countDeliveries(
      db,
      { hookId, after: '', end: '~', ...filter },
      { most: maxCountedDeliveries, replayable: false },
    )
  return {
    history: list({}),
    'rejected ones': list({ outcome: 'rejected' }),
    'with a text': list({ text: 'build 12' }),
    count: count({}),
    'count of posted ones': count({ outcome: 'posted' }),
    'count by text': count({ text: 'build' }),
  }
}

/** The deliveries of `fillHistory` are all accepted at once, and have this caller. */
const caller = {
  address: '192.0.2.7',
  requestId: 'always the same',
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
}

function clues(db: Db): Record<string, () => Promise<unknown>> {
  const find = (clue: DeliveryClue) => () => findDeliveriesBy(db, clue, 50)
  const { address, requestId, traceId } = caller
  return {
    'a delivery by its ID': find({ id: `${base32(Date.now(), 10)}${'0'.repeat(16)}` }),
    'a delivery by our request ID': find({ requestId: `${base32(Date.now() - 1000, 10)}${'0'.repeat(16)}` }),
    'deliveries by their caller’s request ID': find({ requestId }),
    'deliveries by their trace': find({ traceId }),
    'deliveries by their address': find({ address, atMs: Date.now(), withinMs: dayMs }),
    'deliveries of an address without any': find({ address: '192.0.2.8', atMs: Date.now(), withinMs: dayMs }),
  }
}

function isTooMuch(node: Plan): boolean {
  const rows = rowsOf(node)
  const isBig = /^(posts|deliveries|mentions|vectors)/.test(node['Relation Name'] ?? '')
  return rows > maxRows || (rows > 0 && isBig && node['Node Type'] === 'Seq Scan')
}

test('no query of a reader scans a table, or more than 10,000 rows of an index', async () => {
  const { nodes, reads } = await start()
  const tooMuch: string[] = []
  for (const [name, read] of Object.entries(reads)) {
    nodes.length = 0
    await read()
    expect(nodes.length, name).toBeGreaterThan(0)
    tooMuch.push(...nodes.filter(isTooMuch).map(node => `${name}: ${node['Node Type']}`))
  }
  expect(tooMuch).toEqual([])
})
