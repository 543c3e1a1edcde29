import { maxMessageLength, maxPropsLength } from '@posthorn/contract'
import { postLimit, propsLimit } from '@posthorn/core'
import { expect, test } from 'vitest'

test('what is told of the longest post is what is held', () => {
  expect([maxMessageLength, maxPropsLength]).toEqual([postLimit, propsLimit])
})
