import { expect, test } from 'vitest'
import { isSlackHookKey, slackHookKey } from './message.js'

const secret = 'abcdefghijklmnopqrstuvwx'

test.each<[string, boolean]>([
  [slackHookKey({ workspace: 'T0HARBOUR', webhook: 'B0BUILDS1', secret }), true],
  [`/services/T0HARBOUR/B0BUILDS1/${secret}`, false],
  [`services/T0HARBOUR/B0BUILDS1/${secret}/`, false],
  [`services/T0HARBOUR/B0BUILDS1/${secret}\n`, false],
  [`services/T0HARBOUR/${secret}`, false],
  [`services/t0harbour/B0BUILDS1/${secret}`, false],
  ['services/T0HARBOUR/B0BUILDS1/short', false],
  [`services/T0HARBOUR/../B0BUILDS1/${secret}`, false],
])('knows whether %s is the path of a webhook of Slack', (text, expected) => {
  expect(isSlackHookKey(text)).toBe(expected)
})
