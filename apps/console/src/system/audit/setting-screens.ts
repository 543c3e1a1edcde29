import { namesIn, peopleParts, storageParts } from '../settings/setting-parts.js'
import { integrationSwitches } from '../switch-words.js'

/** The settings of each screen of the system console. */
const settingsOf = {
  '/admin/integrations/custom': integrationSwitches.map(({ name }) => name),
  '/admin/people': namesIn(peopleParts),
  '/admin/storage': [...namesIn(storageParts), 'PostDays'],
  '/admin/limits': ['HookRate', 'ApiRate', 'MaximumLoginAttempts'],
} as const satisfies Record<string, readonly string[]>

type Screen = keyof typeof settingsOf

const screenOf = new Map<string, Screen>(
  Object.entries(settingsOf).flatMap(([screen, names]) => names.map(name => [name, screen as Screen])),
)

/** Returns the address of the screen with a setting; undefined for settings of newer servers. */
export function screenOfSetting(name: string): Screen | undefined {
  return screenOf.get(name)
}
