import {
  fileLimits,
  hookOfferDays,
  maxMessageLength,
  maxOldPostVersions,
  maxPropsLength,
} from '@posthorn/contract'
import { maxFileNameBytes, maxOfferDays, postLimit, propsLimit } from '@posthorn/core'
import { maxOldVersions } from '@posthorn/db'
import { expect, test } from 'vitest'

test('the limits that the document states are those that are enforced', () => {
  expect([maxMessageLength, maxPropsLength, hookOfferDays]).toEqual([postLimit, propsLimit, maxOfferDays])
  expect(maxOldPostVersions).toBe(maxOldVersions)
  expect(fileLimits.nameBytes).toBe(maxFileNameBytes)
})
