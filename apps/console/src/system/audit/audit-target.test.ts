import { expect, test } from 'vitest'
import { settingNames } from '../../../../../packages/db/src/settings/setting-rules.js'
import { screenOfSetting } from './audit-list.js'

test('leads to a screen for each setting', () => {
  expect(settingNames.filter(name => screenOfSetting(name) === undefined)).toEqual([])
})

test('leads to no screen for settings of newer servers', () => {
  expect(screenOfSetting('SomethingNew')).toBe(undefined)
})
