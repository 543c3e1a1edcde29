import { parseRate, rateText } from '@posthorn/core'
import { expect, test } from 'vitest'
import { defaultSettings, isSetting, settingRules } from './setting-rules.js'

test("every setting's default is a valid value", () => {
  const wrong = Object.entries(defaultSettings).filter(([name, value]) => !isSetting(name, value))
  expect(wrong).toEqual([])
  expect(Object.keys(defaultSettings)).toEqual(Object.keys(settingRules))
})

const notSettings: [name: string, value: unknown][] = [
  ['EnableIncomingWebhooks', 'false'],
  ['EnableIncomingWebhooks', null],
  ['MaximumLoginAttempts', 0],
  ['MaximumLoginAttempts', 1.5],
  ['MaximumLoginAttempts', '10'],
  ['MaximumLoginAttempts', Number.NaN],
  ['MaxUsersPerTeam', 1e300],
  ['HookRate', '60'],
  ['HookRate', 60],
  ['ApiRate', '0/60'],
  ['ApiRate', '1/100000'],
  ['toString', true],
  ['version', 1],
]

test.each(notSettings)('%s cannot be %j', (name, value) => {
  expect(isSetting(name, value)).toBe(false)
})

test("a rate's text parses to the same rate", () => {
  for (const text of ['6000/60', '1/1', '999999999/99999', 'off'])
    expect(rateText(parseRate(text) ?? { points: 0, seconds: 0 })).toBe(text)
})
