/**
 * Tests that run again at once after a failure, with the reason. `test/again.js` names files that run again at the end. `test` is the title as it is in the file. When a test
 * no longer needs its entry, delete it.
 */
export const flaky: { file: string; test: string; reason: string }[] = [
  {
    file: 'packages/core/src/block-kit/text-with-blocks.test.ts',
    test: 'reads a mebibyte of the most expensive blocks within a small multiple of its JSON parsing time',
    reason:
      'It compares times of a few milliseconds, which a lost time slice or a garbage collection doubles.',
  },
  {
    file: 'test/pipeline/fairness.test.ts',
    test: 'posts a lone delivery behind a flood of 20,000 almost as fast as usual, and the whole flood',
    reason: 'It compares times while five processes share two cores, so a delivery may wait for a core.',
  },
  {
    file: 'test/pipeline/fairness.test.ts',
    test: 'posts a lone delivery behind thirty hooks of one owner as fast as behind one, and all of their flood',
    reason: 'It compares times while five processes share two cores, so a delivery may wait for a core.',
  },
  {
    file: 'test/pipeline/verdict.test.ts',
    test: 'lets at most a thousand calls wait, and responds immediately to one more, which is stored too',
    reason: 'Each call waits for 10 s at most, and a busy machine can need as long to send a thousand.',
  },
]
