import type { Furnished } from './furnish.js'

/** Who sees a screen: by default the administrator. A newcomer still has a first password. */
export type Viewer = 'admin' | 'reader' | 'newcomer' | 'nobody'

export type Address = {
  /** For the names of screenshots. */
  name: string
  path: string
  /** The route whose screen it shows, or none for pages that the server or the frame makes. */
  route?: string
  /** Whether only a link of the console leads there. */
  isInApp?: true
  viewer?: Viewer
}

type OfTeam = {
  hook: string
  longHook: string
  delivery: string
  posted: string
  thread: string
  directThread: string
  app: string
  admin: string
  botDelivery: string
}

/** Lists the screens of a team, by route. */
function ofTeam({ hook, longHook, delivery, posted, thread, directThread, app, ...bot }: OfTeam): Address[] {
  const team = (name: string, route: string, path = route) => ({
    name,
    route: `/$team${route}`,
    path: `/first-team${path}`,
  })
  const incoming = '/integrations/incoming'
  const ofHook = (name: string, rest: string, path = rest) =>
    team(name, `${incoming}/$hook${rest}`, `${incoming}/${hook}${path}`)
  return [
    team('channel', '/channels/$channel', '/channels/incidents'),
    team('channel-deploys', '/channels/$channel', '/channels/deploys'),
    team('channel-town', '/channels/$channel', '/channels/town-square'),
    team('channel-arabic', '/channels/$channel', '/channels/arabic'),
    team('channel-long', '/channels/$channel', '/channels/long-name'),
    team('thread', '/channels/$channel/thread/$root', `/channels/incidents/thread/${thread}`),
    team('direct', '/messages/@{$user}', '/messages/@lena'),
    team('direct-thread', '/messages/@{$user}/thread/$root', `/messages/@lena/thread/${directThread}`),
    team('browse', '/channels'),
    team('account', '/account'),
    team('hooks', incoming),
    team('hook-new', `${incoming}/new`),
    ofHook('deliveries', ''),
    ofHook('deliveries-rejected', '', '?outcome=rejected'),
    ofHook('delivery-rejected', '/deliveries/$delivery', `/deliveries/${delivery}`),
    ofHook('delivery-posted', '/deliveries/$delivery', `/deliveries/${posted}`),
    team('deliveries-long', `${incoming}/$hook`, `${incoming}/${longHook}`),
    ofHook('refused', '/refused'),
    ofHook('try', '/try', '/try?example=attachments'),
    ofHook('template', '/template'),
    ofHook('connect', '/connect'),
    ofHook('settings', '/settings'),
    team('apps', '/integrations/apps'),
    team('app-new', '/integrations/apps/new'),
    team('app', '/integrations/apps/$app', `/integrations/apps/${app}`),
    team('bots', '/integrations/bots'),
    team('bot-deliveries', '/integrations/bots/$hook', `/integrations/bots/${bot.admin}`),
    team(
      'bot-delivery',
      '/integrations/bots/$hook/deliveries/$delivery',
      `/integrations/bots/${bot.admin}/deliveries/${bot.botDelivery}`,
    ),
  ]
}

/** Lists the screens of the system console, by route. */
function ofSystem({ long, team }: { long: string; team: string }): Address[] {
  const system = (name: string, route: string, path = route) => ({
    name: `system-${name}`,
    route: `/admin/${route}`,
    path: `/admin/${path}`,
  })
  return [
    system('custom', 'integrations/custom'),
    system('limits', 'limits'),
    system('people', 'people'),
    system('storage', 'storage'),
    system('pipeline', 'pipeline'),
    system('audit', 'audit'),
    system('users', 'users'),
    system('user', 'users/$user', `users/${long}`),
    system('user-new', 'users/new'),
    system('import', 'users/import'),
    system('teams', 'teams'),
    system('team', 'teams/$team', `teams/${team}`),
    system('hooks', 'hooks'),
  ]
}

/** Lists pages without a route of their own: log-in, consent, errors, and what others must not see. */
function others({ hook, app }: { hook: string; app: string }): Address[] {
  const consent = new URLSearchParams({
    ...{ response_type: 'code', client_id: app, scope: 'read post manage' },
    redirect_uri: 'https://planner.example.org/back',
  })
  const missing = 'a'.repeat(26)
  return [
    { name: 'log-in', path: '/', viewer: 'nobody' },
    { name: 'consent-log-in', path: `/oauth/authorize?${consent}`, viewer: 'nobody' },
    { name: 'consent', path: `/oauth/authorize?${consent}` },
    { name: 'consent-error', path: '/oauth/authorize?response_type=code&client_id=nobody' },
    { name: 'first-password', path: '/', viewer: 'newcomer' },
    { name: 'no-team', path: '/no-such-team/channels/town-square' },
    { name: 'no-screen', path: '/first-team/no/such/screen', isInApp: true }, // the server has no page for it
    { name: 'no-channel', path: '/first-team/channels/no-such-channel' },
    { name: 'no-thread', path: `/first-team/channels/incidents/thread/${missing}` },
    { name: 'no-hook', path: `/first-team/integrations/incoming/${missing}` },
    { name: 'no-delivery', path: `/first-team/integrations/incoming/${hook}/deliveries/${missing}` },
    { name: 'no-bot', path: `/first-team/integrations/bots/${missing}` },
    { name: 'others-hook', path: `/first-team/integrations/incoming/${hook}`, viewer: 'reader' },
    { name: 'no-administrator', path: '/admin/users', viewer: 'reader' },
    { name: 'reader-hooks', path: '/first-team/integrations/incoming', viewer: 'reader' },
    { name: 'not-a-member', path: '/first-team/channels/incidents', viewer: 'reader' },
  ]
}

/** Lists every page of the console with real ids. */
export function addressesOf(made: Furnished): Address[] {
  return [...ofTeam(made), ...ofSystem(made), ...others(made)]
}

/** Routes without a screen: frames around others, and addresses that lead to another. */
export const withoutScreen = ['/', '/$team', '/admin']
