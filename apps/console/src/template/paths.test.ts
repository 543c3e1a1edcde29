import { expect, test } from 'vitest'
import { insertionFor, openLoops, pathAfter, pathText } from './paths.js'

test.each([
  [['alerts', 0, 'labels', 'name'], 'alerts.0.labels.name'],
  [['labels', 'a.b'], 'labels["a.b"]'],
  [['my key', 'x'], '["my key"].x'],
  [['not'], '["not"]'],
  [['@type'], '["@type"]'],
  [[0, 'x'], '["0"].x'],
  [['a"b'], '["a\\"b"]'],
  [[], 'this'],
])('writes %j as %s', (path, text) => {
  expect(pathText(path)).toBe(text)
})

test('knows which blocks are open', () => {
  expect(openLoops('{{#each a.b}}x{{/each}}{{#each c}}{{#each this.d["e.f"]}}')).toEqual([
    ['c'],
    ['c', '*', 'd', 'e.f'],
  ])
  expect(openLoops('{{#each a}}{{#each @root.b}}{{#each ../c}}')).toEqual([['a'], ['b'], ['a', '*', 'c']])
})

test.each([
  ['', 'alerts.1.name'],
  ['{{#each alerts}}', 'name'],
  ['{{#each alerts}}{{#each tags}}', '../name'],
  ['{{#each other}}', '@root.alerts.1.name'],
  ['{{#each alerts}}{{/each}}', 'alerts.1.name'],
])('after %j, a path is %s', (before, text) => {
  expect(pathAfter(before, ['alerts', 1, 'name'])).toBe(text)
})

test('writes keys from the root in brackets, and an item of a list as this', () => {
  expect(pathAfter('{{#each x}}', ['a b'])).toBe('@root["a b"]')
  expect(pathAfter('{{#each tags}}', ['tags', 2])).toBe('this')
})

test('inserts tags, loops and comparisons', () => {
  const text = (field: string, path: string[], value: unknown) => insertionFor(field, '', path, value).text
  expect(text('text', ['a'], 1)).toBe('{{a}}')
  expect(text('text', ['tags'], ['x'])).toBe('{{#each tags}}\n- {{this}}\n{{/each}}\n')
  expect(insertionFor('text', 'x', ['l'], [{}])).toEqual({
    text: '\n{{#each l}}\n- \n{{/each}}\n',
    cursorFromEnd: 11,
  })
  expect(text('thread_key', ['tags'], ['x'])).toBe('{{tags | join ","}}')
  expect(text('only_if', ['state'], 'up "x"')).toBe('state == "up \\"x\\""')
  expect(text('close', ['ok'], true)).toBe('ok == true')
  expect(text('close', ['list'], [])).toBe('list | count > 0')
})
