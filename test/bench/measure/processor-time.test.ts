import { expect, test } from 'vitest'
import { parseStat, treeMs } from './processor-time.js'

const line =
  '1234 (a (b) c) S 77 1234 1234 0 -1 4194304 1000 0 0 0 250 50 30 20 20 0 11 0 5000 1000000 100 18446744073709551615'

test("reads a process from Linux's files, whatever its name", () => {
  expect(parseStat(line)).toEqual({ pid: 1234, parent: 77, ownMs: 3000, endedChildrenMs: 500 })
})

test('adds the processes that a process has started, including those that ended', () => {
  const usage = (pid: number, parent: number, ownMs: number, endedChildrenMs = 0) => ({
    pid,
    parent,
    ownMs,
    endedChildrenMs,
  })
  const all = [usage(1, 0, 1000), usage(2, 1, 100, 20), usage(3, 2, 10), usage(4, 2, 5), usage(9, 8, 7)]
  expect(treeMs(2, all)).toBe(135)
  expect(() => treeMs(5, all)).toThrow('process 5 is gone')
})
