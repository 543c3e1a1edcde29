import { createRoute, redirect } from '@tanstack/react-router'
import { type FigureRange, figureRanges } from './data/admin/pipeline.js'
import { readHookFilter } from './data/filters/delivery-filter.js'
import { lazyScreen } from './layout/lazy-screen.js'
import { root } from './root-route.js'
import { onlyIn, textIn } from './search-params.js'
import { readAuditSearch } from './system/audit-filters.js'

/*
 * The addresses below `/admin`, for system administrators. Each needs an entry in system-entries.ts, which creates its link.
 */

const frame = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  component: lazyScreen(() => import('./system/system-frame.js'), 'SystemFrame'),
})

const systemHome = createRoute({
  getParentRoute: () => frame,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/integrations/custom', replace: true })
  },
})

const customIntegrations = createRoute({
  getParentRoute: () => frame,
  path: 'integrations/custom',
  component: lazyScreen(() => import('./screens/system/custom-integrations.js'), 'CustomIntegrationsScreen'),
})

const rateLimits = createRoute({
  getParentRoute: () => frame,
  path: 'limits',
  component: lazyScreen(() => import('./screens/system/rate-limits.js'), 'RateLimitsScreen'),
})

const peopleSettings = createRoute({
  getParentRoute: () => frame,
  path: 'people',
  component: lazyScreen(() => import('./screens/system/people-settings.js'), 'PeopleSettingsScreen'),
})

const storageSettings = createRoute({
  getParentRoute: () => frame,
  path: 'storage',
  component: lazyScreen(() => import('./screens/system/storage-settings.js'), 'StorageSettingsScreen'),
})

/** Filters. */
const audit = createRoute({
  getParentRoute: () => frame,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyScreen(() => import('./screens/system/audit.js'), 'AuditScreen'),
})

/** `?range=` is the period of the figures; the last hour by default. */
const pipeline = createRoute({
  getParentRoute: () => frame,
  path: 'pipeline',
  validateSearch: ({ range }): { range?: FigureRange } =>
    typeof range === 'string' && Object.hasOwn(figureRanges, range) ? { range: range as FigureRange } : {},
  component: lazyScreen(() => import('./screens/system/pipeline.js'), 'PipelineScreen'),
})

const accountKinds = ['administrators', 'deactivated', 'first_password'] as const

/** `?find=` searches, `?only=` filters. */
const users = createRoute({
  getParentRoute: () => frame,
  path: 'users',
  validateSearch: (search): { find?: string; only?: (typeof accountKinds)[number] } => ({
    ...textIn(search, 'find'),
    ...onlyIn(search, accountKinds),
  }),
  component: lazyScreen(() => import('./screens/system/users.js'), 'UsersScreen'),
})

const newUser = createRoute({
  getParentRoute: () => frame,
  path: 'users/new',
  component: lazyScreen(() => import('./screens/system/new-user.js'), 'NewUserScreen'),
})

const importUsers = createRoute({
  getParentRoute: () => frame,
  path: 'users/import',
  component: lazyScreen(() => import('./screens/system/import-users.js'), 'ImportUsersScreen'),
})

const user = createRoute({
  getParentRoute: () => frame,
  path: 'users/$user',
  component: lazyScreen(() => import('./screens/system/user.js'), 'UserScreen'),
})

const allTeams = createRoute({
  getParentRoute: () => frame,
  path: 'teams',
  validateSearch: (search): { find?: string } => textIn(search, 'find'),
  component: lazyScreen(() => import('./screens/system/all-teams.js'), 'AllTeamsScreen'),
})

const oneTeam = createRoute({
  getParentRoute: () => frame,
  path: 'teams/$team',
  component: lazyScreen(() => import('./screens/system/one-team.js'), 'OneTeamScreen'),
})

const allHooks = createRoute({
  getParentRoute: () => frame,
  path: 'hooks',
  validateSearch: readHookFilter,
  component: lazyScreen(() => import('./screens/system/all-hooks.js'), 'AllHooksScreen'),
})

export const system = frame.addChildren([
  ...[systemHome, customIntegrations, peopleSettings, rateLimits, storageSettings, pipeline, audit],
  ...[users, newUser, importUsers, user, allTeams, oneTeam, allHooks],
])
