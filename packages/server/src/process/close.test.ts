import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = (path: string) => JSON.stringify(import.meta.resolve(path))

/** Stops a process whose first part never closes. Returns how it exited, and its log. */
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
  const output = (await child.stdout.toArray()).join('')
  return { exited: await exited, output }
}

test('exits at the deadline even if a part hangs, and logs it', async () => {
  const { exited, output } = await endHanging(50)
  expect(exited).toEqual([1, null])
  expect(output).toContain('shutdown timed out: exiting before everything was finished')
})
