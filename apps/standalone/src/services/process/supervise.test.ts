import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tempFolder } from '../../testing.js'
import { startRedis } from '../redis/redis.js'
import { launch } from './launch.js'
import { isAlive } from './process-info.js'
import type { Running } from './service.js'
import { nextPauseMs, supervise } from './supervise.js'

const sleep = (seconds: string): Promise<Running> =>
  launch({ name: 'Sleep', command: 'sleep', args: [seconds], stopSignal: 'SIGTERM', stopWithinMs: 1_000 })

test('restarts a process that exits, with growing pauses if it keeps exiting', async () => {
  const lines: string[] = []
  const kept = await supervise(
    () => sleep('0.01'),
    line => lines.push(line),
  )
  onTestFinished(() => kept.stop())
  const pauses = () => lines.flatMap(line => /Restarting it in (\d+) ms/.exec(line)?.[1] ?? [])
  await expect.poll(() => pauses().length).toBeGreaterThan(2)
  expect(pauses().slice(0, 3)).toEqual(['100', '200', '400'])
})

test('prints the end of the log of a process that ends by itself', async () => {
  const logFile = join(tempFolder(), 'service.log')
  const [command, args] = ['sh', ['-c', 'seq 99999; echo "No space left on device" >&2; exit 3']]
  const stopping = { stopSignal: 'SIGTERM', stopWithinMs: 1_000 } as const
  const lines: string[] = []
  const kept = await supervise(
    () => launch({ name: 'Service', command, args, logFile, ...stopping }),
    line => lines.push(line),
  )
  onTestFinished(() => kept.stop())
  await expect.poll(() => lines[0]).toBeDefined()
  const end = ['99993', '99994', '99995', '99996', '99997', '99998', '99999', 'No space left on device'].map(
    line => `    ${line}`,
  )
  expect(lines[0]?.split('\n')).toEqual([
    `Service ended (exit code 3). Restarting it in 100 ms. The end of ${logFile}:`,
    ...end,
  ])
})

test('retries a failed restart', async () => {
  let starts = 0
  const start = async () => {
    starts += 1
    if (starts === 2) throw new Error('not now')
    return sleep(starts === 1 ? '0.01' : '60')
  }
  const lines: string[] = []
  const kept = await supervise(start, line => lines.push(line))
  onTestFinished(() => kept.stop())
  await expect.poll(() => starts).toBe(3)
  expect(lines.join('\n')).toMatch(/ended \(exit code 0\).*\nnot now\nTrying again/)
})

test('rejects if the first start fails', async () => {
  await expect(
    supervise(
      () => Promise.reject(new Error('no')),
      () => {},
    ),
  ).rejects.toThrow('no')
})

test('stops for good, even during a restart', async () => {
  const pids: number[] = []
  const start = async () => {
    const running = await sleep(pids.length === 0 ? '0.01' : '60')
    pids.push(running.pid)
    return running
  }
  const kept = await supervise(start, () => {})
  await expect.poll(() => pids.length).toBe(2)
  await kept.stop()
  expect(pids.filter(isAlive)).toEqual([])
})

test('restarts a process that does not respond, but not one that does', async () => {
  const lines: string[] = []
  const log = (line: string) => lines.push(line)
  const [stopped, busy] = [tempFolder(), tempFolder()]
  const probing = { probeEveryMs: 50, againAfterMs: 50, maxMissedProbes: 2 }
  const kept = await supervise(() => startRedis({ dataDir: stopped, log }), log, probing)
  const other = await supervise(() => startRedis({ dataDir: busy, log }), log, probing)
  onTestFinished(() => Promise.all([kept.stop(), other.stop()]).then(() => {}))
  const { pid } = kept.current()
  process.kill(pid, 'SIGSTOP')
  await expect.poll(() => kept.current().pid).not.toBe(pid)
  expect(lines).toEqual([
    `Redis (pid ${pid}) does not respond. Killing it`,
    'Redis ended (signal SIGKILL). Restarting it in 100 ms',
    `Redis is running again (pid ${kept.current().pid})`,
  ])
  expect(isAlive(other.current().pid)).toBe(true)
})

test('limits pauses to five seconds', () => {
  const pauses = [100]
  while (pauses.length < 10) pauses.push(nextPauseMs(pauses.at(-1) ?? 0))
  expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000, 5000])
})
