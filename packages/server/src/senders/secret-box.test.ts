import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openSecretBox } from './secret-box.js'

const [one, other] = [randomBytes(32), randomBytes(32)]

test('opens what it sealed, for the same owner only', () => {
  const box = openSecretBox(one)
  const sealed = box.seal('geheim ✓', 'hook') ?? ''
  expect(box.open(sealed, 'hook')).toBe('geheim ✓')
  expect(box.open(sealed, 'another hook')).toBeUndefined()
  expect(sealed).not.toContain('geheim')
  expect(box.seal('geheim ✓', 'hook')).not.toBe(sealed)
})

test('opens nothing that was changed, shortened or made up', () => {
  const box = openSecretBox(one)
  const sealed = box.seal('secret', 'hook') ?? ''
  const at = sealed.length - 3
  const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
  for (const bad of [changed, sealed.slice(0, -4), sealed.slice(0, 12), '', '.', 'nokey.AAAA', 'plain'])
    expect(box.open(bad, 'hook'), bad).toBeUndefined()
})

test('opens with the previous key, and seals with the current one', () => {
  const sealed = openSecretBox(one).seal('secret', 'hook') ?? ''
  const rotated = openSecretBox(other, one)
  expect(rotated.open(sealed, 'hook')).toBe('secret')
  expect(rotated.isCurrent(sealed)).toBe(false)
  const again = rotated.seal('secret', 'hook') ?? ''
  expect(rotated.isCurrent(again)).toBe(true)
  expect(openSecretBox(other).open(again, 'hook')).toBe('secret')
  expect(openSecretBox(other).open(sealed, 'hook')).toBeUndefined()
})

test('without a key, seals and opens nothing', () => {
  const sealed = openSecretBox(one).seal('secret', 'hook') ?? ''
  const box = openSecretBox()
  expect([box.seal('secret', 'hook'), box.open(sealed, 'hook'), box.isCurrent(sealed)]).toEqual([
    undefined,
    undefined,
    false,
  ])
})
