import type { IconName } from '../ui/icon.js'

/** A screen of the system console: where it is, what it is called in the sidebar, and the keys that go there. */
type SystemEntry = { to: `/admin/${string}`; name: string; icon: IconName; keys: `g ${string}` }

/**
 * The sidebar of the system console, from above to below. A screen that is added to system-routes.ts has its entry here;
 * the sidebar and the shortcuts follow.
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
    ],
  },
  {
    title: 'Operation',
    entries: [
      { to: '/admin/limits', name: 'Rate limits', icon: 'gauge', keys: 'g r' },
      { to: '/admin/pipeline', name: 'Pipeline', icon: 'pulse', keys: 'g p' },
      { to: '/admin/audit', name: 'Audit', icon: 'history', keys: 'g l' },
    ],
  },
] as const satisfies readonly { title: string; entries: readonly SystemEntry[] }[]

export const systemEntries = systemSections.flatMap(({ entries }) => [...entries])
