import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const [queue, db, posting] = ['packages/queue/src', 'packages/db/src', 'packages/posting/src']

/** Functions that could store a delivery, and the only files that may use them. */
const storing: { what: string; pattern: RegExp; files: string[] }[] = [
  {
    what: 'the store of batches',
    pattern: /\bopenBatchStore\b/,
    files: [`${queue}/bullmq/batch-store.ts`, `${queue}/deliveries/producer.ts`],
  },
  {
    what: 'the producer, which knows no bounds',
    pattern: /\bopenProducer\b/,
    files: [
      `${queue}/deliveries/producer.ts`,
      `${queue}/entry/entry.ts`,
      `${queue}/index.ts`, // for tests
    ],
  },
  {
    what: 'a queue of BullMQ',
    pattern: /\bnew (Queue|FlowProducer)\b/,
    files: [
      `${queue}/bullmq/queued-ids.ts`, // only reads
      `${queue}/deliveries/consumer.ts`, // takes stored batches apart
      `${queue}/erasures/erasures.ts`, // maintenance jobs
      `${queue}/maintenance/maintenance-worker.ts`, // maintenance jobs, and the lengths of the delivery queues
      `${queue}/replays/replays.ts`, // maintenance jobs
    ],
  },
  {
    what: 'several jobs at once',
    pattern: /\baddBulk\b/,
    files: [`${queue}/deliveries/run-batch.ts`], // takes a batch apart
  },
]

/** Functions that record outcomes of deliveries with their posts, and the only files that may use them. */
const recording: { what: string; pattern: RegExp; files: string[] }[] = [
  {
    what: 'deliveries and their new posts',
    pattern: /\brecordBatch\(/,
    files: [`${db}/deliveries/record.ts`, `${posting}/post-batch.ts`],
  },
  {
    what: 'deliveries that refer to earlier posts',
    pattern: /\brecordKeyed\(/,
    files: [`${db}/keys/record-keyed.ts`, `${posting}/keyed.ts`],
  },
  {
    what: 'rows of deliveries',
    pattern: /\bINSERT INTO deliveries\b/i,
    files: [`${db}/deliveries/record.ts`],
  },
]

/** Files that store deliveries through the entry point. A new one needs its rows in test/api/bounds.test.ts. */
const producers = [
  'apps/api/src/slack/deliver.ts',
  'apps/ingress/src/enqueue.ts',
  `${queue}/replays/replay-all.ts`,
  `${queue}/replays/replays.ts`,
]

const filesWith = (pattern: RegExp) =>
  workspaces
    .flatMap(sources)
    .filter(({ text }) => pattern.test(text))
    .map(({ file }) => file)
    .toSorted()

test.each(storing)('uses $what nowhere that could bypass the entry point', ({ pattern, files }) => {
  expect(filesWith(pattern)).toEqual(files.toSorted())
})

test.each(recording)('records $what nowhere but in packages/posting', ({ pattern, files }) => {
  expect(filesWith(pattern)).toEqual(files.toSorted())
})

test('lists every producer of deliveries, which a test holds to the bounds', () => {
  expect(filesWith(/\b(entry\.enqueue|chore\.store)\(/)).toEqual(producers)
})
