import { systemEntries } from '../system-entries.js'
import type { Goal } from './goals.js'

type Viewer = { team: string; isSystemAdmin: boolean; isOAuthOn: boolean }

/** The screens that a user can jump to. */
export function screensOf({ team, isSystemAdmin, isOAuthOn }: Viewer): Goal[] {
  const ofTeam: Omit<Goal, 'key'>[] = [
    { href: `/${team}/channels`, icon: 'hash', name: 'Browse channels' },
    { href: `/${team}/integrations/incoming`, icon: 'webhook', name: 'Incoming webhooks' },
    { href: `/${team}/integrations/incoming/new`, icon: 'plus', name: 'New webhook' },
    ...(isOAuthOn
      ? [
          { href: `/${team}/integrations/apps`, icon: 'apps' as const, name: 'Applications' },
          { href: `/${team}/integrations/bots`, icon: 'person' as const, name: 'Bots' },
        ]
      : []),
    { href: `/${team}/account`, icon: 'person', name: 'My account' },
  ]
  const system = systemEntries.map(({ to, icon, name }) => ({
    href: to,
    icon,
    name,
    about: 'System console',
  }))
  return [...ofTeam, ...(isSystemAdmin ? system : [])].map(goal => ({ ...goal, key: goal.href }))
}
