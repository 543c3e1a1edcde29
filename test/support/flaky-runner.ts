import { type RunnerTestCase, TestRunner } from 'vitest'
import { flaky } from '../flaky.js'

/** Gives the tests in test/flaky.ts a second try, and no others. */
export default class FlakyRunner extends TestRunner {
  override async onBeforeRunTask(task: RunnerTestCase): Promise<void> {
    if (flaky.some(one => isOne(task, one))) task.retry = 1
    await super.onBeforeRunTask(task)
  }
}

function isOne({ file, name }: RunnerTestCase, one: (typeof flaky)[number]): boolean {
  const [beginning = ''] = one.test.split('%')
  return file.filepath.endsWith(`/${one.file}`) && name.startsWith(beginning)
}
