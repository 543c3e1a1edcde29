import { peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switch-words.js'

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
