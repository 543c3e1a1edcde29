import { type Cases, mentions, message, noEffect, shows, supported } from './case.js'

export const mention: Cases = {
  'mention.user': supported({ text: 'ask @reader.' }, mentions('reader'), shows('data-mention="reader"')),
  'mention.channel': supported(
    { text: '@channel look' },
    mentions('@channel'),
    shows('data-mention="channel"'),
  ),
  'mention.all': supported({ text: '@all look' }, mentions('@channel')),
  'mention.here': noEffect('@here look', shows('<p>@here look</p>')),
  'mention.channel_tag': supported(
    { text: '<!channel> look' },
    message('@channel look'),
    mentions('@channel'),
  ),
  'mention.channel_tag_label': noEffect('<!channel|channel> look', shows('<p>@channel look</p>')),
  'mention.here_tag': noEffect('<!here> look', shows('<p>@here look</p>')),
  'mention.everyone_tag': noEffect('<!everyone> look', shows('<p>@everyone look</p>')),
  'mention.group_tag': noEffect('<!group> look', shows('<p>@group look</p>')),
  'mention.all_tag': noEffect('<!all> look', shows('<p>@all look</p>')),
  'mention.subteam_tag': noEffect('<!subteam^S024BE7LR|@channel> look', shows('@channel</a> look')),
  'mention.user_id': noEffect('<@U024BE7LH> look'),
  'mention.user_id_label': noEffect('<@U024BE7LH|reader> look', shows('data-mention="reader"')),
  'mention.in_code': noEffect('`@reader`'),
  'mention.in_attachment': supported(
    { attachments: [{ pretext: '@reader', text: '<!channel>' }] },
    mentions('@channel', 'reader'),
  ),
  'mention.hashtag': supported({ text: 'see #deploys' }, shows('data-hashtag="deploys"')),
  'mention.channel_word': supported({ text: 'see ~builds' }, shows('data-channel="builds"')),
}
