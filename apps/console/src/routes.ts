import { createRootRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Broken } from './layout/broken.js'
import { NotFound } from './layout/not-found.js'
import { Page } from './layout/page.js'
import { TeamFrame } from './layout/team-frame.js'

/*
 * What each address shows: one line and one file of `screens` for each. Parameters and what `validateSearch` reads are all
 * that a screen is given, so that a reload, Back and another browser show the same. What is a team's is below `/{team}`, what is the
 * system's below `/admin`; names that would stand in the way are refused to teams (apps/api, validate-team.ts).
 */

const root = createRootRoute({ component: Page, errorComponent: Broken, notFoundComponent: NotFound })

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/home.js'), 'HomeScreen'),
})

const team = createRoute({ getParentRoute: () => root, path: '$team', component: TeamFrame })

const teamHome = createRoute({
  getParentRoute: () => team,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/team-home.js'), 'TeamHomeScreen'),
})

/** `?post=` is the post that a link leads to; without it the newest are shown. */
function readPost({ post }: Record<string, unknown>): { post?: string } {
  return typeof post === 'string' && /^[a-z0-9]{26}$/.test(post) ? { post } : {}
}

const channel = createRoute({
  getParentRoute: () => team,
  path: 'channels/$channel',
  validateSearch: readPost,
  component: lazyRouteComponent(() => import('./screens/channel.js'), 'ChannelScreen'),
})

const direct = createRoute({
  getParentRoute: () => team,
  path: 'messages/@{$user}',
  validateSearch: readPost,
  component: lazyRouteComponent(() => import('./screens/direct.js'), 'DirectScreen'),
})

const browse = createRoute({
  getParentRoute: () => team,
  path: 'channels',
  component: lazyRouteComponent(() => import('./screens/browse-channels.js'), 'BrowseChannelsScreen'),
})

export const routes = root.addChildren([home, team.addChildren([teamHome, browse, channel, direct])])
