import { calls } from '@posthorn/contract'
import { expect, test } from 'vitest'
import { aboutOneself, auditSentence } from './audit-sentence.js'

const of = (action: string, after: Record<string, unknown> | null = null) =>
  auditSentence({ action, after, target: { type: 'user', id: 'a', name: 'mueller' } }).join(' … ')

test('has a sentence for everything that the audit log records', () => {
  const recorded = Object.entries(calls).filter(([, call]) => 'audit' in call)
  expect(recorded.length).toBeGreaterThan(40)
  expect(recorded.filter(([name]) => of(name).startsWith('made the change')).map(([name]) => name)).toEqual(
    [],
  )
})

test('says what a change did', () => {
  expect(of('updateUserActive', { active: false })).toBe('deactivated')
  expect(of('updateUserActive', { active: true })).toBe('reactivated')
  expect(of('authorizeApp', { decision: 'deny' })).toBe('denied access to')
  expect(of('addTeamMember')).toBe('added … to the team')
  expect(of('somethingNew')).toBe('made the change “somethingNew” to')
})

test('completes what users do to their own accounts', () => {
  expect(aboutOneself(of('changePassword'))).toBe('changed the password of their own account')
  expect(aboutOneself(of('setMailDigest'))).toBe('changed the e-mails about mentions to their own account')
  expect(aboutOneself(of('subscribeToPush'))).toBe('turned on push notifications for their own account')
  expect(aboutOneself(of('login'))).toBe('logged in')
})
