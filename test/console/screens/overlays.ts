import type { Page } from 'playwright-core'
import type { Furnished } from './furnish.js'

/** What lies over a screen, and how somebody opens it from there. */
export type Overlay = { name: string; path: string; route: string; open: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click()

/** Presses an item of a menu. */
const choose = (menu: string, item: string) => async (page: Page) => {
  await page.getByRole('button', { name: menu, exact: true }).first().click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const channel = '/first-team/channels/incidents'
const image = 'Show image: Errors of the last hour'

type Named = Omit<Overlay, 'route'>

const inChannels: Named[] = [
  { name: 'channel-new', path: '/first-team/channels', open: press('New channel') },
  { name: 'channel-members', path: channel, open: press(/^Members:/) },
  {
    name: 'channel-add',
    path: channel,
    open: async page => {
      await press(/^Members:/)(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Add people' }).click()
    },
  },
  { name: 'channel-edit', path: channel, open: choose('Channel menu', 'Name and purpose') },
  { name: 'channel-retention', path: channel, open: choose('Channel menu', 'Old posts') },
  { name: 'channel-notifications', path: channel, open: choose('Channel menu', 'Notifications') },
  { name: 'channel-leave', path: channel, open: choose('Channel menu', 'Leave channel') },
  { name: 'channel-archive', path: channel, open: choose('Channel menu', 'Archive channel') },
  { name: 'channel-menu', path: channel, open: press('Channel menu') },
  { name: 'lightbox', path: channel, open: press(image) },
  {
    name: 'shortcuts',
    path: channel,
    open: async page => {
      await page.getByRole('region', { name: 'Posts' }).focus()
      await page.keyboard.press('?')
    },
  },
  {
    name: 'search',
    path: channel,
    open: async page => {
      await page.getByRole('region', { name: 'Posts' }).focus()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('checkout')
      await page.getByRole('option').nth(1).waitFor()
    },
  },
]

const ofHook = ({ hook, delivery }: Furnished): Named[] => {
  const path = `/first-team/integrations/incoming/${hook}`
  return [
    { name: 'history-erase', path: `${path}/settings`, open: press('Erase history') },
    { name: 'hook-delete', path: `${path}/settings`, open: press('Delete webhook') },
    { name: 'hook-regenerate', path: `${path}/connect`, open: press('Regenerate URL') },
    { name: 'replay-all', path, open: press('Replay all rejected…') },
    { name: 'request-erase', path: `${path}/deliveries/${delivery}`, open: press('Erase stored request') },
    { name: 'replay-edit', path: `${path}/deliveries/${delivery}`, open: press('Edit and replay') },
  ]
}

const ofSystem = ({ long, mueller }: Furnished): Named[] => [
  { name: 'team-new', path: '/admin/teams', open: press('New team') },
  { name: 'password-reset', path: `/admin/users/${long}`, open: press('Reset password') },
  {
    name: 'user-deactivate',
    path: `/admin/users/${long}`,
    open: press('Deactivate anna-maria.wolkenstein-schulze'),
  },
  { name: 'user-erase', path: `/admin/users/${mueller}`, open: press(/^Erase /) },
  { name: 'hook-transfer', path: '/admin/hooks', open: choose('Actions for Sentry', 'Transfer…') },
  { name: 'hook-menu', path: '/admin/hooks', open: press('Actions for Sentry') },
]

/** Lists the dialogs and menus that screens open. Their names begin with `over-`. */
export function overlaysOf(made: Furnished): Overlay[] {
  const all = [...inChannels, ...ofHook(made), ...ofSystem(made)]
  return all.map(overlay => ({ ...overlay, name: `over-${overlay.name}`, route: overlay.path }))
}
