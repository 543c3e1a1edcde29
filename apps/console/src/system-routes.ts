import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { root } from './root-route.js'
import { readAuditNarrowing } from './system/audit-narrowing.js'

/*
 * The addresses below `/admin`, which are the system administrators'. Each has its entry in system/entries.ts: without one
 * nothing leads there.
 */

const frame = createRoute({
  getParentRoute: () => root,
  path: 'admin',
  component: lazyRouteComponent(() => import('./system/system-frame.js'), 'SystemFrame'),
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
  component: lazyRouteComponent(() => import('./screens/custom-integrations.js'), 'CustomIntegrationsScreen'),
})

const rateLimits = createRoute({
  getParentRoute: () => frame,
  path: 'limits',
  component: lazyRouteComponent(() => import('./screens/rate-limits.js'), 'RateLimitsScreen'),
})

/** What narrows it. */
const audit = createRoute({
  getParentRoute: () => frame,
  path: 'audit',
  validateSearch: readAuditNarrowing,
  component: lazyRouteComponent(() => import('./screens/audit.js'), 'AuditScreen'),
})

export const system = frame.addChildren([systemHome, customIntegrations, rateLimits, audit])
