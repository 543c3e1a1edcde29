import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Take long for their size, by which Vitest sorts where it has seen no run. */
const long = [
  /\/test\/(console|faults|standalone)\//,
  /\/test\/api\/(described|live-trouble|rights)\./,
  /\/test\/pipeline\/(hostile|killed-workers|metrics|secrets|shutdown|start-up)\./,
]

/** Begins with what takes long: what one worker begins last the other waits for. */
export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => Number(long.some(one => one.test(moduleId)))
    return sorted.toSorted((one, other) => isLong(other) - isLong(one))
  }
}
