import { expect, test } from 'vitest'
import { openByteProgress } from './progress.js'

const mebibyte = 1024 ** 2

/** Returns a progress, whose clock goes on by a second at each look, and what it has drawn. */
function open(isTTY: boolean) {
  const drawn: string[] = []
  let nowMs = 0
  const write = (text: string) => drawn.push(text.replace(/^\r.*K/, '')) > 0
  const nextMs = () => {
    nowMs += 1000
    return nowMs
  }
  return { drawn, ...openByteProgress({ isTTY, write }, nextMs) }
}

test('shows on a terminal how far it is, and never more than everything', () => {
  const { drawn, add, expect: begin } = open(true)
  add(3 * mebibyte)
  begin(8 * mebibyte)
  add(2 * mebibyte)
  add(9 * mebibyte)
  expect(drawn).toEqual(['3.0 MiB …', '25 %, 2.0 MiB of 8.0 MiB …', '100 %, 8.0 MiB of 8.0 MiB …'])
})

test('draws nothing where no person looks', () => {
  const { drawn, add } = open(false)
  add(mebibyte)
  expect(drawn).toEqual([])
})
