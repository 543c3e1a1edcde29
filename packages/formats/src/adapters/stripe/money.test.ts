import { expect, test } from 'vitest'
import { native } from '../native.js'
import { money } from './post.js'

test.each([
  [123450, 'eur', '1,234.50 EUR'],
  [5000, 'jpy', '5,000 JPY'],
  [1500, 'kwd', '1.500 KWD'],
  [-250, 'usd', '-2.50 USD'],
  [0, 'usd', '0.00 USD'],
  [100, 'points', ''],
  ['100', 'usd', ''],
  [-1e308, 'usd', ''],
])('writes %s %s as "%s"', (amount, currency, shown) => {
  expect(money(native(amount), native(currency))).toBe(shown)
})
