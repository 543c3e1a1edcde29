import { type Cases, hasProps, ignored, overriding, supported } from './case.js'

const text = 'hi'
const icon_url = 'https://e.com/i.png'

export const appearance: Cases = {
  'appearance.bot': supported({ text }, hasProps({ from_webhook: 'true', override_username: 'webhook' })),
  'username.on': overriding(supported({ text, username: 'robot' }, hasProps({ override_username: 'robot' }))),
  'username.off': ignored(
    { text, username: 'robot' },
    'username (overriding is off)',
    hasProps({ override_username: 'webhook' }),
  ),
  'icon_url.on': overriding(supported({ text, icon_url }, hasProps({ override_icon_url: icon_url }))),
  'icon_url.off': ignored({ text, icon_url }, 'icon_url (overriding is off)'),
  icon_emoji: overriding(ignored({ text, icon_emoji: ':robot:' }, 'icon_emoji')),
}
