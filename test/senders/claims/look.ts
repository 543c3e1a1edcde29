import { type Claims, hasProps, honoured, overriding, told } from './claim.js'

const text = 'hi'
const icon_url = 'https://e.com/i.png'

export const look: Claims = {
  'look.bot': honoured({ text }, hasProps({ from_webhook: 'true', override_username: 'webhook' })),
  'username.on': overriding(honoured({ text, username: 'robot' }, hasProps({ override_username: 'robot' }))),
  'username.off': told(
    { text, username: 'robot' },
    'username (overriding is off)',
    hasProps({ override_username: 'webhook' }),
  ),
  'icon_url.on': overriding(honoured({ text, icon_url }, hasProps({ override_icon_url: icon_url }))),
  'icon_url.off': told({ text, icon_url }, 'icon_url (overriding is off)'),
  icon_emoji: overriding(told({ text, icon_emoji: ':robot:' }, 'icon_emoji')),
}
