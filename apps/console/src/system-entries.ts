import type { IconName } from './ui/icon.js'

/** A screen of the system console: its address, name, icon and shortcut. */
type SystemEntry = { to: `/admin/${string}`; name: string; icon: IconName; keys: `g ${string}` }

/**
 * The sidebar of the system console, in order. Every screen in system-routes.ts needs an entry.
 * Links and shortcuts follow from it.
 */
export const systemSections = [
  {
    title: 'Integrations',
    entries: [
      { to: '/admin/integrations/custom', name: 'Custom integrations', icon: 'settings', keys: 'g i' },
      { to: '/admin/hooks', name: 'All webhooks', icon: 'webhook', keys: 'g w' },
    ],
  },
  {
    title: 'People',
    entries: [
      { to: '/admin/users', name: 'Users', icon: 'person', keys: 'g u' },
      { to: '/admin/teams', name: 'Teams', icon: 'users', keys: 'g t' },
      { to: '/admin/people', name: 'Login and teams', icon: 'key', keys: 'g n' },
    ],
  },
  {
    title: 'Operations',
    entries: [
      { to: '/admin/limits', name: 'Rate limits', icon: 'gauge', keys: 'g r' },
      { to: '/admin/storage', name: 'Storage and payloads', icon: 'box', keys: 'g d' },
      { to: '/admin/pipeline', name: 'Pipeline', icon: 'pulse', keys: 'g p' },
      { to: '/admin/audit', name: 'Audit log', icon: 'history', keys: 'g l' },
    ],
  },
] as const satisfies readonly { title: string; entries: readonly SystemEntry[] }[]

export const systemEntries = systemSections.flatMap(({ entries }) => [...entries])
