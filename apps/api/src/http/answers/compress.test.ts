import { calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { mayCompress } from './compress.js'

/** The calls that return a new key, token, code or password. */
const handingOutSecrets = [
  'login',
  'createHook',
  'rotateHookKey',
  'acceptHook',
  'createApp',
  'updateApp',
  'regenerateAppSecret',
  'takeOverApp',
  'authorizeApp',
  'allowApp',
  'provisionUser',
  'importUsers',
  'resetPassword',
] as const

test.each(handingOutSecrets)(
  'never compresses the answer of %s, whose length could betray a secret',
  name => {
    expect(mayCompress(calls[name])).toBe(false)
  },
)

test('compresses what people read, also if they send a body to ask for it', () => {
  expect([calls.listPosts, calls.searchPosts, calls.listUsersById].map(mayCompress)).toEqual([
    true,
    true,
    true,
  ])
})
