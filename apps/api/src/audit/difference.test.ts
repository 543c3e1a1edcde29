import { expect, test } from 'vitest'
import { difference } from './with-audit.js'

test('of what was changed only what differs is kept, of what is new or gone all', () => {
  const before = { name: 'a', roles: 'x', props: { push: 'all' } }
  const after = { name: 'b', roles: 'x', props: { push: 'none' }, added: 1 }
  expect(difference({ before, after })).toEqual({
    before: { name: 'a', props: { push: 'all' }, added: null },
    after: { name: 'b', props: { push: 'none' }, added: 1 },
  })
  expect(difference({ before, after: { ...before, props: { push: 'all' } } })).toEqual({
    before: {},
    after: {},
  })
  expect(difference({ before: null, after })).toEqual({ before: null, after })
  expect(difference({ before, after: null })).toEqual({ before, after: null })
})
