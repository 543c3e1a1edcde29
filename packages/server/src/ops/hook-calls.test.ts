import { expect, test } from 'vitest'
import { callLog, type HookCaller } from './hook-calls.js'

const call: HookCaller = { hookId: 'hook', requestId: 'request', address: '192.0.2.7' }

const levels = { debug: 20, info: 30, warn: 40 }

/** Returns what is logged at this level, the clock, and what refuses calls. */
function start(lowest: keyof typeof levels) {
  const lines: Record<string, unknown>[] = []
  const isLevelEnabled = (level: string) => levels[level as keyof typeof levels] >= levels[lowest]
  const at = (level: keyof typeof levels) => (facts: object, msg: string) =>
    void (isLevelEnabled(level) && lines.push({ level: levels[level], msg, ...facts }))
  const log = { isLevelEnabled, info: at('info'), debug: at('debug') }
  const clock = { nowMs: 0 }
  const logCall = callLog(log, () => clock.nowMs)
  const refuse = (outcome: 'no_text' | 'limited', times = 1) => {
    for (let time = 0; time < times; time++) logCall?.(call, { outcome }, true)
  }
  return { lines, clock, logCall, refuse }
}

test('at info, logs refused calls with their cause, hook, request and address, and no others', () => {
  const { lines, logCall, refuse } = start('info')
  logCall?.(call, { outcome: 'accepted', delivery: 'delivery' }, false)
  refuse('no_text')
  const facts = { hook: 'hook', request_id: 'request', address: '192.0.2.7', outcome: 'no_text' }
  expect(lines).toEqual([expect.objectContaining({ level: 30, msg: 'call refused', ...facts })])
})

test('a flood of one cause gets ten lines per minute, and the next line counts the others', () => {
  const { lines, clock, refuse } = start('info')
  refuse('no_text', 1000)
  refuse('limited')
  expect(lines.map(({ outcome }) => outcome)).toEqual([...Array(10).fill('no_text'), 'limited'])
  clock.nowMs = 60_000
  refuse('no_text', 2)
  expect(lines.slice(11).map(({ unlogged }) => unlogged)).toEqual([990, undefined])
})

test('logs each call at debug, and none above info', () => {
  const debug = start('debug')
  debug.refuse('no_text', 12)
  debug.logCall?.(call, { outcome: 'accepted', delivery: 'delivery' }, false)
  expect(debug.lines.map(({ level }) => level)).toEqual([...Array(10).fill(30), 20, 20, 20])
  const warn = start('warn')
  warn.refuse('no_text')
  expect(warn.lines).toEqual([])
})
