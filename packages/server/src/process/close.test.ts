import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = (path: string) => JSON.stringify(import.meta.resolve(path))

/** A process that is asked to end, whose first part never does; how it ended, and what it said. */
async function endHanging(deadlineMs: number) {
  const script = `
    import { closeOnSignal } from ${module('./close.ts')}
    import { openLog } from ${module('./log.ts')}
    const hangs = { close: () => new Promise(() => {}) }
    closeOnSignal([hangs], openLog('test', 'info'), ${deadlineMs})
    setInterval(() => {}, 1000)
    process.kill(process.pid, 'SIGTERM')`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const said = (await child.stdout.toArray()).join('')
  return { exited: await exited, said }
}

test('a process leaves at its deadline, whichever of its parts hangs, and says so', async () => {
  const { exited, said } = await endHanging(50)
  expect(exited).toEqual([1, null])
  expect(said).toContain('not everything could be finished: leaving')
})
