import { fileURLToPath } from 'node:url'
import { openDb } from '@posthorn/db'
import { expect, onTestFinished, test } from 'vitest'
import { team } from '../api/start-api.js'
import type { Closing } from '../faults/services.js'
import { adminPassword, type Member, openCluster } from '../gateway/cluster.js'
import { buildLastRelease } from '../gateway/last-release.js'
import { type Call, keepListening, keepPosting, keepReading } from '../gateway/load.js'
import { gatewayAddress, startGateway } from '../gateway/nginx.js'
import { callOverTls } from '../gateway/over-tls.js'
import { eventually } from '../support/eventually.js'
import { unpackPackage } from '../support/unpack-package.js'

const root = fileURLToPath(new URL('../..', import.meta.url))
const nginx = await unpackPackage('nginx')
const missing = 'missing' in nginx ? nginx.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`
const withinMs = 900_000

/** Opens a cluster of that release behind the gateway, with senders, a reader and a live client. */
async function openLoadedCluster(folder: string) {
  const closing: Closing = []
  onTestFinished(async () => {
    for (const close of closing.toReversed()) await close()
  })
  const own = await gatewayAddress()
  const cluster = await openCluster(folder, own.url, closing)
  const gateway = await startGateway(nginx, own, cluster.urls)
  closing.push(gateway.close)
  const { ca } = gateway
  const login = { ca, headers: { 'content-type': 'application/json' } }
  const body = JSON.stringify({ name: team, login_id: 'admin', password: adminPassword })
  const { headers } = await callOverTls(`${own.url}/api/v3/users/login`, { ...login, body })
  const cookie = { cookie: `MMAUTHTOKEN=${headers.token}` }
  const live = keepListening(`${own.url}/api/v3/users/websocket`, {
    ca,
    headers: { ...cookie, origin: own.url },
  })
  await eventually(() => expect(live.connections()).toBe(1))
  const reader = keepReading(`${own.url}/api/v3/users/me`, ca, cookie)
  const of = { url: cluster.hookUrl, ca, pauseMs: 60 }
  const keyed = keepPosting({ ...of, hasKeys: true, senders: 6, name: 'keyed' })
  const plain = keepPosting({ ...of, hasKeys: false, senders: 2, name: 'plain' })
  closing.push(...[keyed, plain, reader].map(({ stop }) => stop), async () => live.stop())
  const stop = () => Promise.all([keyed, plain, reader].map(load => load.stop()))
  return { cluster, live, reader, keyed, plain, stop }
}

type Loaded = Awaited<ReturnType<typeof openLoadedCluster>>

const wrongIn = (calls: Call[][]) => calls.flat().filter(({ answer }) => answer !== 'ok')

/** Checks that everything that was `ok` is posted once, in the order of each sender, and whatever else is posted, only once. */
async function checkPosts({ cluster, keyed, plain }: Loaded): Promise<void> {
  const db = openDb(cluster.databaseUrl)
  onTestFinished(() => db.$disconnect())
  const calls = [...keyed.calls, ...plain.calls]
  const accepted = calls.flat().filter(({ answer }) => answer === 'ok')
  const posted = async () => {
    const posts = await db.post.findMany({ select: { message: true }, orderBy: { id: 'asc' } })
    return posts.map(({ message }) => message)
  }
  await eventually(async () => {
    const there = new Set(await posted())
    expect(accepted.filter(({ text }) => !there.has(text))).toEqual([])
  })
  const messages = await posted()
  expect(new Set(messages).size).toBe(messages.length)
  for (const { text } of calls.flatMap(([first]) => first ?? [])) {
    const sender = messages.filter(message => message.startsWith(text.slice(0, -6)))
    expect(sender).toEqual(sender.toSorted())
  }
}

/** Checks the posts, and that the calls that can be repeated were all answered. The live client has come back. */
async function checkAll(loaded: Loaded): Promise<void> {
  await loaded.stop()
  await checkPosts(loaded)
  expect(wrongIn(loaded.keyed.calls)).toEqual([])
  expect(loaded.reader.wrong).toEqual([])
  expect(loaded.reader.count()).toBeGreaterThan(0)
  const last = loaded.keyed.calls[0]?.at(-1)?.text ?? ''
  await eventually(() => expect(loaded.live.texts).toContain(last))
  expect(loaded.live.connections()).toBeGreaterThan(1)
  expect(loaded.cluster.surprises).toEqual([])
  const sent = [...loaded.keyed.calls, ...loaded.plain.calls].flat().length
  console.log(
    `${sent} deliveries, ${loaded.reader.count()} reads, ${loaded.live.connections()} live connections`,
  )
}

async function untilSent({ keyed }: Loaded, more: number): Promise<void> {
  const count = () => keyed.calls.flat().length
  const wanted = count() + more
  await eventually(() => expect(count()).toBeGreaterThan(wanted))
}

test.skipIf(missing)(
  `answers each call that has a key while each process behind the gateway is killed in turn${why}`,
  async () => {
    const loaded = await openLoadedCluster(root)
    for (const { part, untilReady } of loaded.cluster.members) {
      await untilSent(loaded, 100)
      await part.kill()
      await untilSent(loaded, 100)
      await part.again()
      await untilReady()
    }
    await untilSent(loaded, 100)
    await checkAll(loaded)
    const unanswered = wrongIn(loaded.plain.calls)
    expect(unanswered.filter(({ answer }) => !answer.startsWith('502'))).toEqual([])
    console.log(`${unanswered.length} of ${loaded.plain.calls.flat().length} calls without a key got 502`)
  },
  withinMs,
)

const release = missing === undefined ? await buildLastRelease() : { missing }
const noRelease = 'missing' in release ? release.missing : undefined
const whyNot = noRelease === undefined ? '' : ` (skipped: ${noRelease})`

/** Starts each process again with this release, one after another. */
async function restartWith(loaded: Loaded, folder: string, workers: 'first' | 'last'): Promise<void> {
  const { members, use } = loaded.cluster
  use(folder)
  const isLate = ({ role }: Member) => Number((role === 'worker') === (workers === 'last'))
  for (const { part, untilReady } of members.toSorted((one, other) => isLate(one) - isLate(other))) {
    await part.stop()
    await part.again()
    await untilReady()
    await untilSent(loaded, 100)
  }
}

test.skipIf(noRelease)(
  `answers each call while all processes are updated from the last release, rolled back and updated again${whyNot}`,
  async () => {
    if ('missing' in release) return
    const loaded = await openLoadedCluster(release.folder)
    const { use, migrate } = loaded.cluster
    await untilSent(loaded, 200)
    use(root)
    await migrate()
    await untilSent(loaded, 100)
    await restartWith(loaded, root, 'first') // workers read what older processes stored
    await restartWith(loaded, release.folder, 'last')
    await migrate() // by the older release: it changes nothing
    await restartWith(loaded, root, 'first')
    await checkAll(loaded)
    expect(wrongIn(loaded.plain.calls)).toEqual([])
  },
  withinMs,
)
