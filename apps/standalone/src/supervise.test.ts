import { expect, onTestFinished, test } from 'vitest'
import { isAlive } from './processes.js'
import { launch } from './services/launch.js'
import type { Running } from './services/service.js'
import { supervise } from './supervise.js'

const sleep = (seconds: string): Promise<Running> =>
  launch({ name: 'Sleep', command: 'sleep', args: [seconds], stopSignal: 'SIGTERM', stopWithinMs: 1_000 })

test('what dies is started again, ever more slowly while it keeps dying', async () => {
  const lines: string[] = []
  const kept = await supervise(
    () => sleep('0.01'),
    line => lines.push(line),
  )
  onTestFinished(() => kept.stop())
  const pauses = () => lines.flatMap(line => /again in (\d+) ms/.exec(line)?.[1] ?? [])
  await expect.poll(() => pauses().length, { timeout: 5_000 }).toBeGreaterThan(2)
  expect(pauses().slice(0, 3)).toEqual(['100', '200', '400'])
})

test('a start that fails is tried again', async () => {
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

test('the first start must succeed', async () => {
  await expect(
    supervise(
      () => Promise.reject(new Error('no')),
      () => {},
    ),
  ).rejects.toThrow('no')
})

test('stop is for good, also while something is being started again', async () => {
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
