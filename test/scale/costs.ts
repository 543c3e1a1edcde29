import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readFigures } from './figures.js'

type Costs = { ingress: number; workers: number; Redis: number; Postgres: number }
type Row = {
  connections: number
  off: { acceptedPerSecond: number; answerMs: { p50: number }; processorMsOf: Costs }
}

const file = fileURLToPath(new URL('../../docs/performance.json', import.meta.url))
const measured: { connections: Row[] } = JSON.parse(readFileSync(file, 'utf8'))

/** What the bench measured with `confirm` off, by the number of senders. */
export const rows = measured.connections

/** Processor milliseconds of a delivery at the highest rate that the bench reached, where batches are large. */
export const cost = (rows.at(-1) as Row).off.processorMsOf

/** Measured with posts of 200 bytes by `npm run scale -- bytes`. */
export const storedBytes = readFigures().bytes
/** DELIVERY_DAYS. Posts stay for good. */
export const deliveryDays = 7
/** A full batch: with a full queue, workers post no other. `npm run scale -- workers 60` measures it. */
export const batchSize = 500
/** How many connections to Postgres each process opens at most: see docs/configuration.md. */
export const connectionsOf = { ingress: 5, worker: 5, api: 9 }
/** A process at more than this has no reserve for bursts. */
export const busiest = 0.7
