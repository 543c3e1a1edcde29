import { expect, test } from 'vitest'
import { hashtagsIn } from './hashtags.js'

test.each([
  ['#tag one #two-three', '#tag #two-three'],
  ['# heading, #1, #a, x#tag, `#code`', ''],
  ['(#Größe.)', '#Größe'],
  ['<#C123>', ''],
])('%s is tagged %j', (message, tags) => {
  expect(hashtagsIn(message)).toBe(tags)
})

test('stores only whole tags of very many', () => {
  const tags = hashtagsIn('#deployment '.repeat(500))
  expect(tags.length).toBeLessThanOrEqual(1000)
  expect(tags).toMatch(/^#deployment( #deployment)+$/)
})
