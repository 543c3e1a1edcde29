import { expect, test } from 'vitest'
import { replaceSection } from './save.js'

test('replaces only the text between the marks', () => {
  const text = 'a\n<!-- bench -->\nold\n<!-- /bench -->\nb\n'
  expect(replaceSection(text, 'new')).toBe('a\n<!-- bench -->\nnew\n<!-- /bench -->\nb\n')
  expect(() => replaceSection('a', 'new')).toThrow('<!-- bench -->')
})
