import { expect, test } from 'vitest'
import { needsTls } from './mail-server.js'

test.each([
  ['smtp://me:secret@mail.example.org:587', true],
  ['smtp://me:secret@10.0.0.1', true],
  ['smtp://me:secret@127.example.org', true],
  ['smtp://mail.example.org:25', false],
  ['smtp://me:secret@127.0.0.1:25', false],
  ['smtp://me:secret@[::1]:25', false],
  ['smtp://me:secret@localhost', false],
])('sends the password of %s only after TLS: %s', (url, isNeeded) => {
  expect(needsTls(url)).toBe(isNeeded)
})
