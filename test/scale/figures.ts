import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { StoredBytes } from './run/run-bytes.js'
import type { WorkersRun } from './run/run-workers.js'

/** What `npm run scale -- bytes` and `npm run scale -- workers` measured. */
export type Figures = {
  bytes: StoredBytes
  workers: { roundTripMs: number; cores: number; on: string; runs: WorkersRun[] }[]
}

export const figuresFile = fileURLToPath(new URL('../../docs/scale.json', import.meta.url))
const none: Figures = { bytes: { post: 0, delivery: 0, words: 0 }, workers: [] }

export const readFigures = (): Figures =>
  existsSync(figuresFile) ? JSON.parse(readFileSync(figuresFile, 'utf8')) : none
