import { expect, test } from 'vitest'
import { closedLoop } from '../bench/load/closed-loop.js'
import { medians, spread } from '../bench/measure/statistics.js'
import { startReplicated } from '../redis/servers.js'
import { firstHookKey } from '../support/constants.js'
import { findNewer } from '../support/debian-13.js'
import { startWithOps } from '../support/processes.js'
import { startWorld } from '../support/world.js'

const found = await findNewer('redis-server')
const binaries = {
  'Redis with WAIT': undefined,
  ...('missing' in found ? {} : { 'Redis 8 with WAITAOF': found }),
}
const seconds = 2
const rounds = 3
/** A disk that two servers share, and two cores for everything: the wait must not cost more than this even there. */
const leastShare = 0.1

/** Starts an ingress that waits for that many replicas. Returns its hook's URL. */
async function openIngressWith(replicas: number, env: NodeJS.ProcessEnv): Promise<string> {
  const ingress = await startWithOps('ingress', { ...env, REDIS_REPLICAS: String(replicas) })
  await ingress.untilReady()
  return `${ingress.url}/hooks/${firstHookKey}`
}

async function measure(url: string, connections: number) {
  const { perSecond, answerMs } = await closedLoop({ url, connections, seconds, run: 'cost' })
  return { perSecond, p50: spread(answerMs).p50 }
}

type Measured = Awaited<ReturnType<typeof measure>>
const words = ({ perSecond, p50 }: Measured) => `${perSecond.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms`

/** Measures both in turn. Returns the medians of the rounds. */
async function compare([first, second]: readonly [string, string], connections: number) {
  const found: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    found[0].push(await measure(first, connections))
    found[1].push(await measure(second, connections))
  }
  return { without: medians(found[0]), confirmed: medians(found[1]) }
}

test.each(Object.entries(binaries))(
  'a wait for a replica costs a bounded share of accepted calls: %s',
  async (name, binary) => {
    const { primary } = await startReplicated(1, { binary })
    const { databaseUrl } = await startWorld()
    const env = { DATABASE_URL: databaseUrl, REDIS_URL: primary.url, HOOK_RATE: 'off', LOG_LEVEL: 'error' }
    const urls = [await openIngressWith(0, env), await openIngressWith(1, env)] as const
    for (const url of urls) await measure(url, 16) // until the code is compiled
    for (const connections of [1, 16, 64]) {
      const { without, confirmed } = await compare(urls, connections)
      console.log(`${name}, ${connections}: ${words(without)} without, ${words(confirmed)} with a replica`)
      expect(confirmed.perSecond / without.perSecond).toBeGreaterThan(leastShare)
    }
  },
)
