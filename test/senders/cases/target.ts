import { type Cases, honoured, postedIn, refused } from './case.js'

const text = 'hi'
const noChannel = 'web.incoming_webhook.channel.app_error'

/** What the tests put there: `<…>` stands for an id, which only the world knows. */
export const target: Cases = {
  'channel.absent': honoured({ text }, postedIn('town-square')),
  'channel.empty': honoured({ text, channel: '' }, postedIn('town-square')),
  'channel.name': honoured({ text, channel: 'builds' }, postedIn('builds')),
  'channel.hash_name': honoured({ text, channel: '#builds' }, postedIn('builds')),
  'channel.user': honoured({ text, channel: '@reader' }, postedIn('direct')),
  'channel.direct_name': honoured({ text, channel: '<DIRECT>' }, postedIn('direct')),
  'channel.creator': refused({ text, channel: '@admin' }, 400, noChannel),
  'channel.unknown_user': refused(
    { text, channel: '@nobody' },
    400,
    'web.incoming_webhook.user.app_error',
    '@nobody',
  ),
  'channel.unknown': refused({ text, channel: 'build' }, 404, noChannel, 'Did you mean builds?'),
  'channel.case': refused({ text, channel: 'BUILDS' }, 404, noChannel),
  'channel.display_name': refused({ text, channel: 'Town Square' }, 404, noChannel),
  'channel.id': refused({ text, channel: '<BUILDS>' }, 404, noChannel),
  'channel.private': refused({ text, channel: 'secret' }, 403, 'web.incoming_webhook.permissions.app_error'),
  'channel.not_a_string': refused({ text, channel: ['builds'] }, 400, 'web.incoming_webhook.parse.app_error'),
}
