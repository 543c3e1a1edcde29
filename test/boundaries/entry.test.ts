import { expect, test } from 'vitest'
import { sources, workspaces } from './imports.js'

const queue = 'packages/queue/src'

/** What could store a delivery, and the only files that have it. */
const storing: { what: string; pattern: RegExp; files: string[] }[] = [
  {
    what: 'the script that stores batches',
    pattern: /\bopenStore\b/,
    files: [`${queue}/deliveries/producer.ts`, `${queue}/deliveries/store-batches.ts`],
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
      `${queue}/deliveries/consumer.ts`, // to take apart what is stored already
      `${queue}/maintenance/maintenance-worker.ts`, // chores, and how long the queues of deliveries are
      `${queue}/replays/replays.ts`, // chores
    ],
  },
  {
    what: 'several jobs at once',
    pattern: /\baddBulk\b/,
    files: [`${queue}/deliveries/run-batch.ts`], // a batch that is taken apart
  },
]

/** Who stores deliveries through the entry point. A new one needs its rows in test/api/bounds.test.ts. */
const producers = [
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

test.each(storing)('$what is used by nothing that could pass by the entry point', ({ pattern, files }) => {
  expect(filesWith(pattern)).toEqual(files.toSorted())
})

test('every producer of deliveries is known, and held to the bounds by a test', () => {
  expect(filesWith(/\b(entry\.enqueue|chore\.store)\(/)).toEqual(producers)
})
