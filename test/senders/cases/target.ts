import { type Cases, postedIn, rejected, supported } from './case.js'

const text = 'hi'
const noChannel = 'web.incoming_webhook.channel.app_error'

/** What the tests put there: `<…>` stands for an id, which only the world knows. */
export const target: Cases = {
  'channel.absent': supported({ text }, postedIn('town-square')),
  'channel.empty': supported({ text, channel: '' }, postedIn('town-square')),
  'channel.name': supported({ text, channel: 'builds' }, postedIn('builds')),
  'channel.hash_name': supported({ text, channel: '#builds' }, postedIn('builds')),
  'channel.user': supported({ text, channel: '@reader' }, postedIn('direct')),
  'channel.direct_name': supported({ text, channel: '<DIRECT>' }, postedIn('direct')),
  'channel.creator': rejected({ text, channel: '@admin' }, 400, noChannel),
  'channel.unknown_user': rejected(
    { text, channel: '@nobody' },
    400,
    'web.incoming_webhook.user.app_error',
    '@nobody',
  ),
  'channel.unknown': rejected({ text, channel: 'build' }, 404, noChannel, 'Did you mean builds?'),
  'channel.case': rejected({ text, channel: 'BUILDS' }, 404, noChannel),
  'channel.display_name': rejected({ text, channel: 'Town Square' }, 404, noChannel),
  'channel.id': rejected({ text, channel: '<BUILDS>' }, 404, noChannel),
  'channel.private': rejected({ text, channel: 'secret' }, 403, 'web.incoming_webhook.permissions.app_error'),
  'channel.not_a_string': rejected(
    { text, channel: ['builds'] },
    400,
    'web.incoming_webhook.parse.app_error',
  ),
}
