import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long for their size. Without an earlier run, Vitest sorts by size. */
const long = [
  /\/test\/(console|faults|standalone)\//,
  /\/test\/api\/(described|rights)\./,
  /\/test\/pipeline\/(killed-workers|metrics|postgres-refuses|secrets|silent-lines|start-up)\./,
]

/** Starts long files first, so that no worker ends with a long one while the others are idle. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => Number(long.some(one => one.test(moduleId)))
    return sorted.toSorted((one, other) => isLong(other) - isLong(one))
  }
}
