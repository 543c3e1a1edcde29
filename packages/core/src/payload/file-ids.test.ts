import { expect, test } from 'vitest'
import { parsePayload } from './parse.js'

const [a, b] = ['a'.repeat(26), 'b'.repeat(26)]

test.each([
  [['x'], [], ['file_ids (1 of 1 cannot be the ID of a file)']],
  [[a, 'x', 5, null, b, a], [a, b], ['file_ids (3 of 6 cannot be the ID of a file)']],
  ['x', [], ['file_ids (1 of 1 cannot be the ID of a file)']],
  [a, [a], []],
  [{}, [], ['file_ids (1 of 1 cannot be the ID of a file)']],
  [[], [], []],
  [null, [], []],
])(
  'keeps the message with file_ids %j, and reports what is no ID as ignored',
  (file_ids, fileIds, ignored) => {
    const read = parsePayload(JSON.stringify({ text: 'kept', file_ids }))
    expect(read).toMatchObject({ outcome: 'read', payload: { text: 'kept', fileIds, ignored } })
  },
)

test('says what had no effect if the message has nothing else', () => {
  expect(parsePayload('{"file_ids":["x"]}')).toMatchObject({
    outcome: 'no_text',
    detail: expect.stringContaining('Without effect here: file_ids (1 of 1 cannot be the ID of a file).'),
  })
})
