import { expect, test } from 'vitest'
import { namesIn, peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switch-words.js'
import { screenOfSetting } from './setting-screens.js'

test.each([
  ['/admin/people', namesIn(peopleParts)],
  ['/admin/storage', namesIn(storageParts)],
  ['/admin/integrations/custom', integrationSwitches.map(({ name }) => name)],
])('leads to %s for each of its settings', (screen, names) => {
  expect(names.map(screenOfSetting)).toEqual(names.map(() => screen))
})
