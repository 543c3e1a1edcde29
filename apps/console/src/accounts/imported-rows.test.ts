import { expect, test } from 'vitest'
import { passwordsFile } from './imported-rows.js'

test('writes passwords as CSV without formulas or broken rows', () => {
  const rows = [
    { username: 'ada', email: 'ada@x.example', password: 'p1' },
    { username: '-bob', email: '=1+"1",@x.example', password: 'p2' },
  ]
  expect(passwordsFile(rows)).toBe(
    `username,email,first_password\r\nada,ada@x.example,p1\r\n'-bob,"'=1+""1"",@x.example",p2\r\n`,
  )
})
