import { calls } from '@posthorn/contract'

/** What apps do beside the calls. */
const beside: Record<string, string> = {
  giveToken: 'Give an application a token',
  revokeToken: 'Take an application’s token back',
}

/** What was done, as the API's document calls it. */
export function actionWords(action: string): string {
  return (calls as Record<string, { summary: string }>)[action]?.summary ?? beside[action] ?? action
}

/** What an entry can be about, in words. */
export const targetWords = {
  settings: 'Settings',
  user: 'Users',
  team: 'Teams',
  team_member: 'Members of teams',
  channel: 'Channels',
  hook: 'Webhooks',
  app: 'Applications',
  session: 'Sessions',
} as const

/** A value as it is read: a switch is on or off, what is empty says so. */
export function valueWords(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === '' || value === null || value === undefined) return 'nothing'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
