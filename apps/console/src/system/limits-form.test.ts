import { expect, test } from 'vitest'
import { rateWords } from './limits-form.js'

test.each([
  ['6000/60', /^On average, 100 per second. After 6,000 calls/],
  ['90/60', /^On average, 1\.5 per second/],
  ['5/3600', /^On average, one every 720 seconds/],
  ['1/1', /After one call,/],
  ['off', /^No limit/],
  ['/60', /^$/],
  ['0/60', /^$/],
])('explains the rate %s as %s', (rate, words) => {
  expect(rateWords(rate)).toMatch(words)
})
