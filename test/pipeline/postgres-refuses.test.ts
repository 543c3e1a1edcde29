import { setTimeout as delay } from 'node:timers/promises'
import { openDb } from '@posthorn/db'
import { openLog } from '@posthorn/server'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { makeRole } from '../support/own-role.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

type Role = Awaited<ReturnType<typeof makeRole>>

/** Longer than rejecting a delivery that throws would take: three tries with pauses of less than a second. */
const troubleMs = 4_000
const sendEveryMs = 20

/** Statements that make Postgres refuse a worker's writes, and that end it. */
const troubles: [code: string, what: string, begin: (role: Role) => Promise<unknown>, end?: string][] = [
  ['25006', 'read-only', role => role.alter('SET default_transaction_read_only = on'), 'RESET ALL'],
  ['28P01', 'a changed password', role => role.alter("PASSWORD 'another'")],
  ['57014', 'a statement timeout', role => role.alter("SET statement_timeout = '1ms'"), 'RESET ALL'],
  ['53300', 'no connection left', role => role.alter('CONNECTION LIMIT 0'), 'CONNECTION LIMIT -1'],
  ['28000', 'a role that may not log in', role => role.alter('NOLOGIN'), 'LOGIN'],
]

/** Starts a worker with its own Postgres role, reads its log, and keeps sending. */
async function startTroubled() {
  const world = await startWorld({ workerLater: true })
  const role = await makeRole(world.databaseUrl)
  const db = openDb(role.url)
  onTestFinished(() => db.$disconnect())
  const lines: Record<string, unknown>[] = []
  const log = openLog('test', 'silent')
  const note = (fields: object, msg: string) => void lines.push({ ...fields, msg })
  Object.assign(log, { warn: note, info: note, error: note })
  const worker = await world.work({ db, log })
  const accepted: string[] = []
  const sendFor = async (ms: number) => {
    for (const until = performance.now() + ms; performance.now() < until; await delay(sendEveryMs)) {
      const text = `number ${accepted.length}`
      const answer = await world.send({ text })
      if (answer.status === 200) accepted.push(text)
    }
  }
  const allPosted = () =>
    eventually(async () => expect((await world.messages()).toSorted()).toEqual(accepted.toSorted()))
  return { ...world, role, lines, worker, accepted, sendFor, allPosted }
}

test.each(troubles)('rejects nothing while Postgres returns %s: %s', async (code, _what, begin, end) => {
  const { role, sendFor, allPosted, outcomes, lines, worker } = await startTroubled()
  await sendFor(500)
  await begin(role)
  await sendFor(troubleMs)
  const waited = () => lines.filter(line => line.code === code && /^waiting/.test(String(line.msg)))
  await eventually(() => expect(waited()).toHaveLength(1))
  expect(worker.outage()).toMatch(/^deliveries wait: /) // for /readyz
  await role.alter(end ?? `PASSWORD '${role.password}'`)
  await sendFor(500)
  await allPosted()
  expect(new Set(await outcomes())).toEqual(new Set(['posted']))
  expect(waited()).toHaveLength(1)
  expect(lines.filter(({ msg }) => msg === 'Postgres works again').length).toBeGreaterThan(0)
  expect(worker.outage()).toBeUndefined()
})

test('rejects nothing while another transaction holds the worker’s locks: 55P03', async () => {
  const { role, db, sendFor, allPosted, outcomes } = await startTroubled()
  await role.alter("SET lock_timeout = '50ms'")
  const hold = db.$transaction(
    async tx => {
      await tx.$executeRaw`SELECT id FROM channels FOR UPDATE`
      await delay(troubleMs)
    },
    { timeout: 2 * troubleMs },
  )
  await sendFor(troubleMs)
  await hold
  await allPosted()
  expect(new Set(await outcomes())).toEqual(new Set(['posted']))
})

test('rejects nothing while the worker’s connections are terminated repeatedly: 57P01', async () => {
  const { role, sendFor, allPosted, outcomes } = await startTroubled()
  const ending = setInterval(() => void role.disconnect(), 50)
  await sendFor(troubleMs).finally(() => clearInterval(ending))
  await allPosted()
  expect(new Set(await outcomes())).toEqual(new Set(['posted']))
})

test('turns a worker that cannot write unready, and reports the SQLSTATE', async () => {
  const { databaseUrl, redisUrl } = await startWorld({ workerLater: true })
  const role = await makeRole(databaseUrl)
  const worker = await startWithOps('worker', { DATABASE_URL: role.url, REDIS_URL: redisUrl })
  await worker.untilReady()
  await role.alter('SET default_transaction_read_only = on')
  const reasons = [expect.stringMatching(/^postgres: .*25006/)]
  await eventually(async () => expect(await worker.readiness()).toMatchObject({ ready: false, reasons }))
  await role.alter('RESET ALL')
  await worker.untilReady()
})

const guards: [what: string, code: string, throwing: string][] = [
  ['violates a constraint', '23514', 'check_violation'],
  ['causes an internal error', 'XX000', 'internal_error'],
]

test.each(guards)(
  'posts the neighbours of a delivery that %s, and the delivery later',
  async (_what, code, condition) => {
    const { db, accepted, send, worker, lines, messages, allPosted } = await startTroubled()
    await db.$executeRawUnsafe(`CREATE FUNCTION guard() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.message LIKE '%poison%' THEN RAISE EXCEPTION USING ERRCODE = '${condition}'; END IF; RETURN NEW; END $$`)
    await db.$executeRaw`CREATE TRIGGER guard BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION guard()`
    const texts = Array.from({ length: 40 }, (_, index) => `${index === 20 ? 'poison' : 'fine'} ${index}`)
    await Promise.all(texts.map(text => send({ text })))
    const fine = texts.filter(text => text.startsWith('fine'))
    await eventually(async () => expect((await messages()).toSorted()).toEqual(fine.toSorted()))
    expect((await send({ text: 'fine afterwards' })).status).toBe(200)
    await eventually(async () => expect(await messages()).toContain('fine afterwards'))
    await eventually(() => expect(worker.setAside()).toMatch(new RegExp(`^1 deliveries wait .*${code}`)))
    expect(await db.delivery.count({ where: { outcome: 'rejected' } })).toBe(0)

    await db.$executeRaw`DROP TRIGGER guard ON posts`
    accepted.push(...texts, 'fine afterwards')
    await allPosted()
    expect(worker.setAside()).toBeUndefined()
    const ofPoison = lines.filter(({ msg }) => /^(a delivery that was|delivery) set aside/.test(String(msg)))
    expect(ofPoison).toHaveLength(2)
  },
)
