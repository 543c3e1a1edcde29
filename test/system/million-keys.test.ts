import { postId } from '@posthorn/core'
import {
  countLiveKeys,
  type Db,
  type DeliveryRow,
  findTargets,
  openDb,
  planKeys,
  readStates,
  recordKeyed,
} from '@posthorn/db'
import { makeIds } from '@posthorn/server'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startWorld } from '../support/world.js'

/** `KEYED_ROWS=1000000` takes half a minute more. */
const rows = Number(process.env.KEYED_ROWS ?? 200_000)
const rounds = 150
/** The promise is 1.5. A machine that others use may add to it. */
const maxRatio = process.env.KEYED_ROWS ? 1.5 : 2

const nextId = makeIds()
const updateKey = 'a'.repeat(64)

type Bench = Awaited<ReturnType<typeof openBench>>

/** Opens a database with so many keys and posts of one hook, as a worker does. */
async function openBench(keys: number) {
  const world = await startWorld({ workerLater: true })
  const { id: hookId, channelId, teamId, userId } = await world.db.hook.findFirstOrThrow()
  const db = openDb(world.databaseUrl, { planOnce: true, poolSize: 1, queryTimeoutMs: 120_000 })
  onTestFinished(() => db.$disconnect())
  await db.pool.query(
    `INSERT INTO posts (id, create_at, update_at, user_id, channel_id, message, html, html_version)
     SELECT lpad(n::text, 24, '0') || '01', n, n, $1, $2, 'text', 'text', 1 FROM generate_series(1, $3::int) n`,
    [userId, channelId, keys],
  )
  await db.pool.query(
    `INSERT INTO delivery_keys (hook_id, channel_id, digest, post_id, applied_id, used_at)
     SELECT $1, $2, sha256(n::text::bytea), lpad(n::text, 24, '0') || '01', '', n FROM generate_series(1, $3::int) n`,
    [hookId, channelId, keys],
  )
  await db.pool.query('VACUUM ANALYZE posts, delivery_keys')
  return { db, hookId, channelId, teamId, userId }
}

/** Updates the post of one key, or creates it. Returns how long the statements took in milliseconds. */
async function update({ db, hookId, channelId, teamId, userId }: Bench): Promise<number> {
  const id = nextId()
  const nothing = {
    reason: '',
    detail: '',
    requestId: '',
    payload: '{}',
    replayOf: '',
    sentBy: '',
    restrictedTo: '',
  }
  const own = { id: postId(id, 1), createAt: Date.now(), userId, channelId, message: 'text', html: 'text' }
  const row = { ...own, htmlVersion: 1, type: '', props: '{}' }
  const began = performance.now()
  const wanted = {
    keys: [{ hookId, channelId, digest: updateKey }],
    postIds: [],
    deliveryIds: [id],
    marksEdited: false,
  }
  const states = await readStates(db, { ...wanted, expiredBeforeMs: 0 })
  const keyed = { id, order: id, hookId, channelId, threadKey: '', updateKey, close: false, replyTo: '' }
  const plan = planKeys([keyed], states)
  const [placement] = plan.placements
  const isNew = placement?.first === 'post'
  const delivery: DeliveryRow = {
    ...{ id, hookId, teamId, channelId, outcome: placement?.outcome ?? 'rejected' },
    ...{ ...nothing, tries: 1, ignored: [], postCount: isNew ? 1 : 0, postId: placement?.earlier },
  }
  const changes = [...plan.updates].map(([post, { by, overflowOf }]) => {
    return { row: { ...row, id: post }, by, overflowOf, isNews: false, rootId: post }
  })
  const { keys, guarded } = plan
  const writes = { keys, changes, removals: [], repeats: [], guarded }
  expect(await recordKeyed(db, [delivery], isNew ? [row] : [], [], writes)).toEqual([id])
  return performance.now() - began
}

test('an update among very many keys and posts costs about as much as one in empty tables', async () => {
  const [empty, full] = [await openBench(0), await openBench(rows)]
  for (let warm = 0; warm < 20; warm++) for (const each of [empty, full]) await update(each)
  const times: [number, number][] = []
  for (let round = 0; round < rounds; round++) times.push([await update(empty), await update(full)])
  const [few, many] = [median(times.map(([one]) => one)), median(times.map(([, other]) => other))]
  console.log(`update of a key: ${few.toFixed(2)} ms alone, ${many.toFixed(2)} ms among ${rows}`)
  expect(many / few).toBeLessThan(maxRatio)
}, 300_000)

test('keyed statements never scan posts, deliveries or keys as a whole', async () => {
  const bench = await openBench(rows)
  const texts = recordTexts(bench.db)
  for (let times = 0; times < 3; times++) await update(bench)
  const removed = {
    keys: [],
    changes: [],
    repeats: [],
    guarded: [],
    removals: [{ id: postId(nextId(), 1), by: nextId() }],
  }
  await recordKeyed(bench.db, [], [], [], removed)
  await findTargets(bench.db, [nextId()])
  expect(texts.size).toBe(5)
  for (const text of texts) {
    expect(await planOf(bench.db, text)).not.toMatch(/Seq Scan on (posts|delivery_keys)/)
    // the partitions of deliveries are empty here, which is a reason to scan them
    expect(await planOf(bench.db, text, 'off')).not.toMatch(/Seq Scan on deliveries/)
  }
}, 300_000)

test('closed keys do not slow down the count of live ones', async () => {
  const { db, hookId } = await openBench(rows)
  await db.pool.query('UPDATE delivery_keys SET closed_at = 1')
  await db.pool.query('VACUUM ANALYZE delivery_keys')
  const texts = recordTexts(db)
  const began = performance.now()
  expect((await countLiveKeys(db, [hookId], 10_000)).get(hookId)).toBe(0)
  console.log(`live keys among ${rows} closed ones: ${(performance.now() - began).toFixed(1)} ms`)
  for (const text of texts) expect(await planOf(db, text)).toContain('delivery_keys_live_idx')
}, 300_000)

/** Collects the texts of named statements from now on. */
function recordTexts(db: Db): Set<string> {
  const texts = new Set<string>()
  const query = db.pool.query.bind(db.pool)
  const recording = (config: unknown, ...more: unknown[]) => {
    if (typeof config === 'object' && config !== null && 'text' in config) texts.add(String(config.text))
    return Reflect.apply(query, db.pool, [config, ...more])
  }
  Object.assign(db.pool, { query: recording })
  return texts
}

/** Returns the plan that a worker uses for any values. */
async function planOf(db: Db, text: string, mayScan = 'on'): Promise<string> {
  const client = new pg.Client({ connectionString: db.pool.options.connectionString })
  await client.connect()
  await client.query(`SET enable_seqscan = ${mayScan}`)
  const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN) ${text}`)
  await client.end()
  return rows.map(row => row['QUERY PLAN']).join('\n')
}

function median(numbers: number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? 0
}
