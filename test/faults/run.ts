import { setTimeout as delay } from 'node:timers/promises'
import { standstill, standstillMs } from '../support/progress.js'
import { violations } from './check.js'
import { planTroubles } from './plan.js'
import { openRig, type Rig } from './rig.js'
import type { FaultsHook } from './seed-hooks.js'
import { openSender, type Sender } from './sender.js'
import { countUnsettled, readQueue, readStored, withRedis } from './stored.js'
import { makeTroubles } from './trouble.js'

export type FaultsOptions = {
  seed: number
  seconds: number
  callsPerSecond?: number
  /** Resend calls without a definite response, with their key. Without idempotency, this would duplicate them. */
  retry?: boolean
  /** Postgres fails over to a standby during the run. */
  standby?: boolean
  log: (line: string) => void
}

export type Report = {
  seed: number
  /** Troubles by kind, and deliveries by response. */
  troubles: Record<string, number>
  deliveries: Record<string, number>
  /** The broken promises with their ids, if any. */
  violations: string[]
}

const senders = 24
const workers = ['worker 1', 'worker 2'] as const
const betweenLooksMs = 100
const backWithinMs = 30_000
const progressEveryMs = 5_000

/** Sends during kills, stops and silence, waits until everything is posted, and checks every delivery in the database. */
export async function runFaults(options: FaultsOptions): Promise<Report> {
  const { seed, seconds, callsPerSecond = 300, retry = true, standby = false, log } = options
  const plan = planTroubles(seed, seconds * 1000, standby)
  const rig = await openRig(standby)
  const sending = openSenders(rig, { seed, callsPerSecond: callsPerSecond / senders, retry })
  try {
    log(`sending ${callsPerSecond} deliveries/s for ${seconds} s`)
    const until = performance.now() + seconds * 1000
    const troubled = makeTroubles(rig, plan, log)
    await Promise.all([...sending.map(sender => sender.run(until, until + backWithinMs)), troubled])
    const late = [
      ...(await comeBack(rig, sending)),
      ...(await drain(rig, sending, log)),
      ...(await eachWorkerAlone(rig, sending)),
    ]
    await rig.stop('ingress') // they must write what they accepted
    late.push(...(await drain(rig, sending, log)))
    const sent = sending.flatMap(sender => sender.sent)
    const broken = violations(sent, await readStored(rig.db, rig.redisUrl))
    await rig.stop('worker')
    return {
      seed,
      troubles: counts(plan.map(({ kind }) => kind)),
      deliveries: counts(sent.map(({ answer }) => answer.kind)),
      violations: [...rig.surprises, ...late, ...broken],
    }
  } finally {
    for (const sender of sending) sender.close()
    await rig.close()
  }
}

function openSenders(rig: Rig, options: { seed: number; callsPerSecond: number; retry: boolean }): Sender[] {
  const channels = rig.hooks.map(({ channel }) => channel)
  return Array.from({ length: senders }, (_, sender) => {
    const hook = rig.hooks[Math.floor(sender / 2) % rig.hooks.length] as FaultsHook
    const url = rig.ingressUrls[sender % 2] as string
    return openSender({ ...options, sender, url, hook, channels })
  })
}

/** Checks that, after all troubles, every process turns ready and every sender gets a definite response again. */
async function comeBack(rig: Rig, sending: Sender[]): Promise<string[]> {
  const until = performance.now() + backWithinMs
  const answers = await Promise.all(sending.map(sender => sender.sendClear(until)))
  const silent = answers.filter(({ answer }) => answer.kind === 'unknown')
  const unready = await rig.allReady().then(
    () => [],
    (error: Error) => [error.message],
  )
  return [
    ...unready,
    ...silent.map(
      ({ sender }) => `sender ${sender} has no clear answer ${backWithinMs / 1000} s after the last trouble`,
    ),
  ]
}

/** Checks that each worker posts by itself while the other is stopped, so that none hangs. */
async function eachWorkerAlone(rig: Rig, sending: Sender[]): Promise<string[]> {
  const broken: string[] = []
  for (const [alone, other] of [workers, [workers[1], workers[0]]] as const) {
    rig.part(other).signal('SIGSTOP')
    const until = performance.now() + backWithinMs
    const answers = await Promise.all(sending.map(sender => sender.sendClear(until)))
    const ids = answers.flatMap(({ answer }) => (answer.kind === 'ok' ? [answer.delivery] : []))
    while (performance.now() < until && (await countUnsettled(rig.db, ids)) > 0) await delay(betweenLooksMs)
    const left = await countUnsettled(rig.db, ids)
    if (left > 0)
      broken.push(`${alone} alone left ${left} of ${ids.length} deliveries for ${backWithinMs / 1000} s`)
    rig.part(other).signal('SIGCONT')
  }
  return broken
}

/** Waits until the queue is empty and every accepted delivery has its outcome. */
async function drain(rig: Rig, sending: Sender[], log: (line: string) => void): Promise<string[]> {
  const accepted = sending.flatMap(({ sent }) =>
    sent.flatMap(({ answer }) => (answer.kind === 'ok' ? [answer.delivery] : [])),
  )
  return withRedis(rig.redisUrl, async redis => {
    const standsStill = standstill()
    for (let reportedAtMs = performance.now(); ; await delay(betweenLooksMs)) {
      const waiting = Object.values(await readQueue(redis)).reduce((sum, count) => sum + count)
      const unsettled = await countUnsettled(rig.db, accepted)
      if (waiting + unsettled === 0) return []
      const state = `${unsettled} of ${accepted.length} deliveries are not settled, ${waiting} batches wait`
      if (standsStill(unsettled, performance.now())) return [`for ${standstillMs / 1000} s: ${state}`]
      if (performance.now() - reportedAtMs < progressEveryMs) continue
      reportedAtMs = performance.now()
      log(`  draining: ${state}`)
    }
  })
}

function counts(words: string[]): Record<string, number> {
  const found: Record<string, number> = {}
  for (const word of words.toSorted()) found[word] = (found[word] ?? 0) + 1
  return found
}
