import { connect } from 'node:net'
import { saveSettings } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { fillToTheBrim, limitMemory, startRedisToFill } from '../support/full-redis.js'
import { startWithForms } from '../support/hook-forms.js'
import { sendTo } from '../support/ingress.js'
import { createOwner } from '../support/owned-hooks.js'
import { startWorld } from '../support/world.js'

const perHour = (points: number) => ({ points, seconds: 3600 })

/** Starts two ingress processes with small bounds, and an owner with five hooks beside another owner with one. */
async function start(settings: Parameters<typeof saveSettings>[1], rate?: number) {
  const world = await startWorld({
    workerLater: true,
    ...(rate !== undefined && { hookRate: perHour(rate) }),
  })
  await saveSettings(world.db, settings)
  const [one, other] = [await world.anotherIngress(), await world.anotherIngress()]
  const [owner, neighbour] = [
    await createOwner(world.db, 'owner', 5),
    await createOwner(world.db, 'neighbour', 1),
  ]
  /** Sends through the owner's hooks in turn, and returns the statuses. */
  const send = async (calls: number, { url }: { url: string }, text = 'x') => {
    const statuses: number[] = []
    for (let call = 0; call < calls; call++)
      statuses.push((await sendTo(`${url}/hooks/${owner.keys[call % 5]}`, { text })).status)
    return statuses
  }
  const sendOne = ({ url }: { url: string }, text = 'x') => sendTo(`${url}/hooks/${owner.keys[0]}`, { text })
  const sendAsNeighbour = async ({ url }: { url: string }) =>
    (await sendTo(`${url}/hooks/${neighbour.keys[0]}`, { text: 'x' })).status
  return { ...world, one, other, owner, send, sendOne, sendAsNeighbour }
}

const countOf = (statuses: number[], status: number) => statuses.filter(each => each === status).length

test('limits the calls of all hooks of an owner together, in all processes, and nobody else', async () => {
  const { send, sendOne, sendAsNeighbour, one, other } = await start({ OwnerRateFactor: 2 }, 10)
  const statuses = await send(30, one)
  expect([countOf(statuses.slice(0, 20), 200), countOf(statuses.slice(20), 429)]).toEqual([20, 10])
  const refused = await sendOne(one)
  expect([refused.status, await refused.text()]).toEqual([429, 'limit exceeded'])
  expect(refused.headers.get('x-ratelimit-limit')).toBe('20')
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(3600)
  await eventually(async () => expect((await sendOne(other)).status).toBe(429))
  expect([await sendAsNeighbour(one), await sendAsNeighbour(other)]).toEqual([200, 200])
})

test('counts calls that store nothing against the owner', async () => {
  const { owner, sendOne, one } = await start({ OwnerRateFactor: 1 }, 10)
  for (let call = 0; call < 10; call++) await sendTo(`${one.url}/hooks/${owner.keys[call % 5]}`, 'no json')
  expect((await sendOne(one)).status).toBe(429)
})

test('counts the calls of an owner in all processes while Redis is full', async () => {
  const { admin, redisUrl } = await startRedisToFill()
  const { db, anotherIngress } = await startWorld({ redisUrl, workerLater: true, hookRate: perHour(10) })
  await saveSettings(db, { OwnerRateFactor: 1 })
  const [one, other] = [await anotherIngress(), await anotherIngress()]
  const { keys } = await createOwner(db, 'owner', 5)
  const call = async ({ url }: { url: string }, key = '') =>
    (await fetch(`${url}/hooks/${key}`, { method: 'POST', body: 'no json' })).status
  await limitMemory(admin, 2)
  await fillToTheBrim(admin)
  for (let made = 0; made < 9; made++) expect(await call(one, keys[made % 5])).toBe(400)
  expect(await call(other, keys[4])).toBe(400)
  await eventually(async () => {
    const [key = ''] = await admin.keys('*:limit:owner-calls:*')
    expect(await admin.get(key)).toBe('10')
  })
  await eventually(async () => expect(await call(other, keys[0])).toBe(429))
})

test('limits the bytes of payloads of an owner per day, in all processes, and nobody else', async () => {
  const { send, sendOne, sendAsNeighbour, one, other } = await start({ OwnerPayloadMebibytesPerDay: 1 })
  const text = 'x'.repeat(300_000)
  expect(await send(5, one, text)).toEqual([200, 200, 200, 200, 429])
  const refused = await sendOne(one)
  expect(Number(refused.headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(86_400)
  await eventually(async () => expect((await sendOne(other)).status).toBe(429))
  expect([await sendAsNeighbour(one), await sendAsNeighbour(other)]).toEqual([200, 200])
})

test('keeps what an owner uses in Redis no longer than its window', async () => {
  const { send, one, redis, prefix } = await start({}, 10)
  await send(3, one)
  const kept = () => redis.keys(`${prefix}:limit:owner-*`)
  await eventually(async () => expect(await kept()).toHaveLength(2))
  for (const key of await kept()) expect(await redis.ttl(key)).toBeGreaterThan(0)
})

test('the flood of an owner leaves room in the backlog for others, and for the owner’s quiet hooks', async () => {
  const { db, url, anotherIngress } = await startWorld({ workerLater: true, backlogLimit: 2000 })
  const other = await anotherIngress()
  const [owner, neighbour] = [await createOwner(db, 'owner', 6), await createOwner(db, 'neighbour', 1)]
  const large = { text: 'x'.repeat(100_000) }
  const sendLarge = async (key = '', at = url) => (await sendTo(`${at}/hooks/${key}`, large)).status
  const statuses: number[] = []
  for (let call = 0; call < 40; call++) statuses.push(await sendLarge(owner.keys[call % 5]))
  expect(statuses.at(-1)).toBe(503)
  expect(countOf(statuses, 200)).toBeGreaterThan(12) // 1,500 KiB of 2,000, and one more
  expect(countOf(statuses, 200)).toBeLessThan(18)
  expect([await sendLarge(neighbour.keys[0]), await sendLarge(owner.keys[5])]).toEqual([200, 200])
  expect(await sendLarge(neighbour.keys[0], other.url)).toBe(200)
})

test('four hooks of one owner leave places for the forms of others', async () => {
  const { db, url, onDisk } = await startWithForms({ fileLimitBytes: 8 * 1024 ** 2 })
  const [owner, neighbour] = [await createOwner(db, 'owner', 4), await createOwner(db, 'neighbour', 1)]
  for (const key of [...owner.keys, ...owner.keys]) beginForm(url, key)
  await eventually(async () => expect(await onDisk()).toHaveLength(2))
  const form = new FormData()
  form.append('files[0]', new Blob(['x']), 'x.txt')
  const sent = await fetch(`${url}/hooks/${neighbour.keys[0]}/discord`, { method: 'POST', body: form })
  expect(sent.status).toBe(204)
  expect(await onDisk()).toHaveLength(3)
})

/** Sends a part of a long form, and leaves it open until the end of the test. */
function beginForm(url: string, key: string): void {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => {})
  onTestFinished(() => void socket.destroy())
  const head = [
    `POST /hooks/${key}/discord HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b`,
    'content-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="files[0]"; filename="a"\r\n\r\n',
  ]
  socket.write(head.join('\r\n'))
  socket.write(Buffer.alloc(1_000_000))
}
