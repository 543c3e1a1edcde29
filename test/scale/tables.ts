import { batchSize, busiest, connectionsOf, cost, deliveryDays, rows, storedBytes } from './costs.js'
import { readFigures } from './figures.js'
import { postsPerSecond } from './workers.js'

const rates = [1000, 10_000, 100_000]
const dayS = 86_400
const diskTb = 4
const apis = 2

const rounded = (value: number) => (value === 0 ? '0' : Number(value.toPrecision(2)).toLocaleString('en'))

function table(head: string[], body: (string | number)[][]): string {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...body]
  return lines.map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

/** Posts per second at which one core, or one writer, has no time left. */
const fullAt = (costMs: number) => 1000 / costMs
const processes = (rate: number, costMs: number) => Math.ceil((rate * costMs) / 1000 / busiest)

const gbPerDay = (rate: number, bytes: number) => (rate * bytes * dayS) / 1e9

function costs(): string {
  const body = rows.map(({ connections, off }) => {
    const { ingress, workers, Redis, Postgres } = off.processorMsOf
    const each = [off.acceptedPerSecond, off.answerMs.p50, ingress, workers, Redis, Postgres]
    return [connections, ...each.map(rounded)]
  })
  return table(
    ['senders', 'accepted/s', 'p50 ms', 'ingress ms', 'worker ms', 'Redis ms', 'Postgres ms'],
    body,
  )
}

function limits(): string {
  const parts: [string, number, string][] = [
    ['a worker', cost.workers, 'more workers'],
    ['an ingress', cost.ingress, 'more ingresses'],
    [
      'Postgres, recording batches of the same channels',
      cost.Postgres,
      'partitions or more Postgres servers',
    ],
    ['Redis, one thread', cost.Redis, 'more Redis servers'],
  ]
  const sorted = parts.toSorted(([, one], [, other]) => other - one)
  return table(
    ['part', 'full at posts/s', 'then add'],
    sorted.map(([part, ms, then]) => [part, rounded(fullAt(ms)), then]),
  )
}

function needs(): string {
  const ingresses = (rate: number) => processes(rate, cost.ingress)
  const workers = (rate: number) => processes(rate, cost.workers)
  const connections = (rate: number) =>
    ingresses(rate) * connectionsOf.ingress + workers(rate) * connectionsOf.worker + apis * connectionsOf.api
  const posts = (rate: number) => gbPerDay(rate, storedBytes.post)
  const deliveries = (rate: number) => gbPerDay(rate, storedBytes.delivery) * deliveryDays
  const words = (rate: number) => gbPerDay(rate, storedBytes.words)
  const full = (rate: number) => Math.max(0, (diskTb * 1000 - deliveries(rate)) / (posts(rate) + words(rate)))
  const lines: [string, (rate: number) => number][] = [
    [`ingress processes, each ${busiest * 100} % busy`, ingresses],
    [`worker processes, each ${busiest * 100} % busy`, workers],
    ['Redis: % of its thread', rate => (rate * cost.Redis) / 10],
    ['Postgres: % of one writer', rate => (rate * cost.Postgres) / 10],
    [`Postgres connections, with ${apis} apis`, connections],
    ['posts, GB per day', posts],
    ['index of words, GB per day', words],
    [`deliveries, GB for ${deliveryDays} days`, deliveries],
    [`days until ${diskTb} TB are full`, full],
  ]
  return table(
    ['', ...rates.map(rate => `${rate.toLocaleString('en')}/s`)],
    lines.map(([what, of]) => [what, ...rates.map(rate => rounded(of(rate)))]),
  )
}

function workers(): string {
  const trips = [0.2, 5, 60]
  const body = Array.from({ length: 8 }, (_, index) => {
    const each = trips.map(trip => {
      const rate = postsPerSecond(index + 1, trip)
      return `${rounded(rate)} (${(rate / postsPerSecond(1, trip)).toFixed(1)} ×)`
    })
    return [index + 1, ...each]
  })
  return table(['workers', ...trips.map(trip => `${trip} ms`)], body)
}

/** What workers posted in runs, next to what the simulation expects. */
function runs(): string {
  return readFigures()
    .workers.map(({ roundTripMs, cores, on, runs }) => {
      const one = runs[0]?.perSecond ?? Number.NaN
      const simulated = (workers: number) =>
        postsPerSecond(workers, roundTripMs) / postsPerSecond(1, roundTripMs)
      const body = runs.map(({ workers, perSecond, batch, idle }) => {
        const ratios = [perSecond / one, simulated(workers)].map(ratio => `${ratio.toFixed(1)} ×`)
        return [workers, rounded(perSecond), ...ratios, batch, `${Math.round(idle * 100)} %`]
      })
      const head = ['workers', 'posts/s', 'of one', 'simulated', 'per batch', 'cores idle']
      return `${roundTripMs} ms from Postgres, on ${cores} cores, ${on}:\n\n${table(head, body)}`
    })
    .join('\n\n')
}

/** The tables of docs/scale.md, by the names in its comments. */
export const tables: Record<string, string> = {
  costs: costs(),
  limits: limits(),
  needs: needs(),
  workers: workers(),
  runs: runs(),
}

/** Puts the tables between their comments. */
export function withTables(page: string): string {
  return page.replaceAll(
    /(<!-- simulated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g,
    (_, begin, name, end) => `${begin}${tables[name] ?? ''}${end}`,
  )
}

/** What the text of docs/scale.md says about the simulation's inputs. */
export const inputs = { batchSize, storedBytes, diskTb }
