import { createRoute } from '@tanstack/react-router'
import { type HistoryFilter, readFilter, readHookFilter } from './data/filters/delivery-filter.js'
import { lazyScreen } from './layout/lazy-screen.js'
import { TeamFrame } from './layout/team-frame.js'
import { root } from './root-route.js'
import { ChannelScreen } from './screens/channel.js'
import { HomeScreen } from './screens/home.js'
import { TeamHomeScreen } from './screens/team-home.js'
import { textIn } from './search-params.js'
import { system } from './system-routes.js'

/*
 * The console's addresses, each with one file of `screens`. A screen gets only URL parameters and what `validateSearch` reads, so
 * a reload, Back and another browser show the same. A team's screens are below `/{team}`, the system console's below `/admin`
 * (system-routes.ts). Teams can't have names that would collide (apps/api, validate-team.ts).
 */

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: HomeScreen,
})

const team = createRoute({ getParentRoute: () => root, path: '$team', component: TeamFrame })

const teamHome = createRoute({
  getParentRoute: () => team,
  path: '/',
  component: TeamHomeScreen,
})

/** Reads a post's id from the URL. */
function readId<Name extends string>(
  search: Record<string, unknown>,
  name: Name,
): { [Key in Name]?: string } {
  const id = search[name]
  const isId = typeof id === 'string' && /^[a-z0-9]{26}$/.test(id)
  return (isId ? { [name]: id } : {}) as { [Key in Name]?: string }
}

/** `?post=` is the linked post. Without it, the newest are shown. */
const readPost = (search: Record<string, unknown>) => readId(search, 'post')

/** The thread of a post, next to its channel. `?reply=` is the linked reply. */
const thread = {
  path: 'thread/$root',
  validateSearch: (search: Record<string, unknown>) => readId(search, 'reply'),
} as const

const channel = createRoute({
  getParentRoute: () => team,
  path: 'channels/$channel',
  validateSearch: readPost,
  component: ChannelScreen,
})

const direct = createRoute({
  getParentRoute: () => team,
  path: 'messages/@{$user}',
  validateSearch: readPost,
  component: lazyScreen(() => import('./screens/direct.js'), 'DirectScreen'),
})

const channelThread = createRoute({ getParentRoute: () => channel, ...thread })

const directThread = createRoute({ getParentRoute: () => direct, ...thread })

/** `?find=` searches names. */
const browse = createRoute({
  getParentRoute: () => team,
  path: 'channels',
  validateSearch: (search): { find?: string } => textIn(search, 'find'),
  component: lazyScreen(() => import('./screens/browse-channels.js'), 'BrowseChannelsScreen'),
})

const account = createRoute({
  getParentRoute: () => team,
  path: 'account',
  component: lazyScreen(() => import('./screens/account.js'), 'AccountScreen'),
})

/** `?find=` searches titles, channels and creators. */
const hooks = createRoute({
  getParentRoute: () => team,
  path: 'integrations/incoming',
  validateSearch: readHookFilter,
  component: lazyScreen(() => import('./screens/hooks/hooks.js'), 'HooksScreen'),
})

const newHook = createRoute({
  getParentRoute: () => team,
  path: 'integrations/incoming/new',
  component: lazyScreen(() => import('./screens/hooks/new-hook.js'), 'NewHookScreen'),
})

const hook = createRoute({
  getParentRoute: () => team,
  path: 'integrations/incoming/$hook',
  component: lazyScreen(() => import('./hooks/hook-frame.js'), 'HookFrame'),
})

type History = HistoryFilter & { replay?: string; over?: 'week' }

const readHistory = (search: Record<string, unknown>): History => ({
  ...readFilter(search),
  ...(search.over === 'week' && { over: search.over }),
  ...textIn(search, 'replay'),
})

const readDelivery = (search: Record<string, unknown>): { show?: 'raw' } & HistoryFilter => ({
  ...(search.show === 'raw' && { show: search.show }),
  ...readFilter(search),
})

/** Filters; `?replay=` shows the progress of a replay, and `?over=week` a longer chart. */
const hookDeliveries = createRoute({
  getParentRoute: () => hook,
  path: '/',
  validateSearch: readHistory,
  component: lazyScreen(() => import('./screens/hooks/hook-deliveries.js'), 'HookDeliveriesScreen'),
})

/** `?show=raw` shows the raw payload. The filter of the list limits the newer and the older delivery. */
const delivery = createRoute({
  getParentRoute: () => team,
  path: 'integrations/incoming/$hook/deliveries/$delivery',
  validateSearch: readDelivery,
  component: lazyScreen(() => import('./screens/hooks/delivery.js'), 'DeliveryScreen'),
})

/** `?sender=` chooses the snippet. */
const connectHook = createRoute({
  getParentRoute: () => hook,
  path: 'connect',
  validateSearch: (search): { sender?: string } => textIn(search, 'sender'),
  component: lazyScreen(() => import('./screens/hooks/connect-hook.js'), 'ConnectHookScreen'),
})

const hookSettings = createRoute({
  getParentRoute: () => hook,
  path: 'settings',
  component: lazyScreen(() => import('./screens/hooks/hook-settings.js'), 'HookSettingsScreen'),
})

/** `?json=` is the call or delivery whose JSON is shown: see `useSample`. */
const hookTemplate = createRoute({
  getParentRoute: () => hook,
  path: 'template',
  validateSearch: (search): { json?: string } => textIn(search, 'json'),
  component: lazyScreen(() => import('./screens/hooks/hook-template.js'), 'HookTemplateScreen'),
})

const refusedCalls = createRoute({
  getParentRoute: () => hook,
  path: 'refused',
  component: lazyScreen(() => import('./screens/hooks/refused-calls.js'), 'RefusedCallsScreen'),
})

/** `?example=` chooses the initial payload. */
const tryHook = createRoute({
  getParentRoute: () => hook,
  path: 'try',
  validateSearch: (search): { example?: string } => textIn(search, 'example'),
  component: lazyScreen(() => import('./screens/hooks/try-hook.js'), 'TryHookScreen'),
})

const apps = createRoute({
  getParentRoute: () => team,
  path: 'integrations/apps',
  component: lazyScreen(() => import('./screens/apps.js'), 'AppsScreen'),
})

const newApp = createRoute({
  getParentRoute: () => team,
  path: 'integrations/apps/new',
  component: lazyScreen(() => import('./screens/new-app.js'), 'NewAppScreen'),
})

const app = createRoute({
  getParentRoute: () => team,
  path: 'integrations/apps/$app',
  component: lazyScreen(() => import('./screens/app.js'), 'AppScreen'),
})

const bots = createRoute({
  getParentRoute: () => team,
  path: 'integrations/bots',
  component: lazyScreen(() => import('./screens/bots/bots.js'), 'BotsScreen'),
})

/** `$hook` is the ID of a bot or user, in the place of a hook's. */
const botDeliveries = createRoute({
  getParentRoute: () => team,
  path: 'integrations/bots/$hook',
  validateSearch: readHistory,
  component: lazyScreen(() => import('./screens/bots/bot-deliveries.js'), 'BotDeliveriesScreen'),
})

const botDelivery = createRoute({
  getParentRoute: () => team,
  path: 'integrations/bots/$hook/deliveries/$delivery',
  validateSearch: readDelivery,
  component: lazyScreen(() => import('./screens/bots/bot-delivery.js'), 'BotDeliveryScreen'),
})

const hookScreens = hook.addChildren([
  ...[hookDeliveries, refusedCalls, tryHook, hookTemplate],
  ...[connectHook, hookSettings],
])

export const routes = root.addChildren([
  home,
  system,
  team.addChildren([
    ...[teamHome, browse, channel.addChildren([channelThread]), direct.addChildren([directThread]), account],
    ...[hooks, newHook, hookScreens, delivery],
    ...[apps, newApp, app],
    ...[bots, botDeliveries, botDelivery],
  ]),
])
