import { expect, test } from 'vitest'
import { rateWords } from './rate-words.js'

test.each([
  ['6000/60', /^On average 100 a second/],
  ['90/60', /^On average 1\.5 a second/],
  ['5/3600', /^On average one every 720 seconds/],
  ['off', /^There is no limit/],
  ['/60', /^$/],
  ['0/60', /^$/],
])('the rate %s reads %s', (rate, words) => {
  expect(rateWords(rate)).toMatch(words)
})
