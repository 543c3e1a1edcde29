import { calls } from '@posthorn/contract'
import { countOf } from '../../format/amount.js'
import { peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switches-form.js'

const described = [...peopleParts, ...storageParts].flatMap(({ switches = [], numbers }) => [
  ...switches,
  ...numbers,
])
const settings = new Map([
  ...[...integrationSwitches, ...described].map(({ name, label }) => [name, label] as const),
  ['PostDays', 'Posts (days)'],
  ['HookRate', 'Calls per webhook'],
  ['ApiRate', 'Calls per user'],
  ['MaximumLoginAttempts', 'Failed logins'],
])

/** Returns the name of a changed field: a setting's label, else the field's name in words. */
export function fieldWords(name: string): string {
  return settings.get(name) ?? name.replaceAll('_', ' ').replace(/^./, first => first.toUpperCase())
}

/** Actions of apps that are not API calls. */
const otherActions: Record<string, string> = {
  giveToken: 'Issue a token to an application',
  revokeToken: 'Revoke an application’s token',
}

/** Returns the action, as the OpenAPI document describes it. */
export function actionWords(action: string): string {
  return (calls as Record<string, { summary: string }>)[action]?.summary ?? otherActions[action] ?? action
}

/** The kinds of objects that an entry can be about. */
export const targetWords = {
  settings: 'Settings',
  user: 'Users',
  team: 'Teams',
  team_member: 'Team members',
  channel: 'Channels',
  hook: 'Webhooks',
  app: 'Applications',
  session: 'Sessions',
} as const

/** A rate limit, as its setting stores it. */
const rate = /^(\d+)\/(\d+)$/

/** Formats a value: switches as on or off, empty values as empty, rates in words. */
export function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === '' || value === null || value === undefined) return 'empty'
  if (Array.isArray(value)) return value.map(valueWords).join(', ') || 'empty'
  if (typeof value !== 'object') {
    const [, calls, seconds] = rate.exec(String(value)) ?? []
    return seconds ? `${countOf(Number(calls), 'call')} in ${seconds} s` : String(value)
  }
  return Object.entries(value)
    .map(([name, part]) => `${name}: ${valueWords(part)}`)
    .join(', ')
}
