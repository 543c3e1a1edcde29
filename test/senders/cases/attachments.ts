import { expect } from 'vitest'
import { type Cases, hasAttachment, ignored, message, rejected, shows, supported } from './case.js'

const text = 'hi'
const link = '<https://e.com|x>'
const image = 'https://e.com/i.png'
const parse = 'web.incoming_webhook.parse.app_error'
const tooMany = 'web.incoming_webhook.attachment.app_error'
const one = (attachment: object) => ({ attachments: [attachment] })
const field = (value: object) => one({ fields: [{ title: 't', ...value }] })

export const attachments: Cases = {
  'attachments.list': supported({ text, attachments: [{ text: 'a' }, { text: 'b' }] }, ({ posts }) =>
    expect(posts).toMatchObject([
      { message: text, type: 'slack_attachment', props: { attachments: [{ text: 'a' }, { text: 'b' }] } },
    ]),
  ),
  'attachments.without_text': supported(one({ text: 'a' }), message(''), hasAttachment({ text: 'a' })),
  'attachments.empty_list': rejected({ attachments: [] }, 400, 'web.incoming_webhook.text.app_error'),
  'attachments.empty_one': ignored({ text, attachments: [{}] }, 'attachments[0] (empty)', message(text)),
  'attachments.null': ignored({ text, attachments: [null] }, 'attachments[0] (empty)', message(text)),
  'attachments.not_a_list': rejected({ text, attachments: { text: 'a' } }, 400, parse, 'must be an array'),
  'attachments.too_many': rejected(
    { attachments: Array(101).fill({ text: 'a' }) },
    400,
    tooMany,
    '101 elements',
  ),
  'attachments.many': supported({ attachments: Array(3).fill({ text: 'a'.repeat(3000) }) }, ({ posts }) =>
    expect(posts.map(({ props }) => (props.attachments as unknown[]).length)).toEqual([2, 1]),
  ),
  'attachments.too_long': ignored(
    one({ text: 'a'.repeat(9000) }),
    expect.stringMatching(/^attachments\[0\]\.text after 7\d{3} characters$/),
  ),
  'attachments.links': supported(
    one({ pretext: link, text: link, fields: [{ value: link }] }),
    hasAttachment({ pretext: '[x](https://e.com)', text: '[x](https://e.com)' }),
    hasAttachment({ fields: [{ value: '[x](https://e.com)' }] }),
  ),

  'attachment.fallback': supported(
    one({ fallback: 'plain' }),
    shows('<aside class="attachment">plain</aside>'),
  ),
  'attachment.color_name': supported(one({ text, color: 'danger' }), shows('data-color="danger"')),
  'attachment.color_hex': supported(one({ text, color: '#36a64f' }), shows('data-color="#36a64f"')),
  'attachment.color_hex_bare': supported(one({ text, color: '36a64f' }), shows('data-color="#36a64f"')),
  'attachment.color_unknown': supported(
    one({ text, color: 'red' }),
    hasAttachment({ color: 'red' }),
    ({ posts }) => expect(posts[0]?.html).not.toContain('data-color'),
  ),
  'attachment.pretext': supported(one({ pretext: '**p**' }), shows('<strong>p</strong>')),
  'attachment.author_name': supported(
    one({ author_name: 'Ada' }),
    shows('<div class="attachment-author">Ada</div>'),
  ),
  'attachment.author_link': supported(
    one({ author_name: 'Ada', author_link: 'https://e.com' }),
    shows('<a href="https://e.com"'),
  ),
  'attachment.author_icon': supported(
    one({ author_name: 'Ada', author_icon: image }),
    shows(`src="${image}"`),
  ),
  'attachment.title': supported(
    one({ title: 'a **b**' }),
    shows('<div class="attachment-title">a **b**</div>'),
  ),
  'attachment.title_link': supported(
    one({ title: 't', title_link: 'https://e.com' }),
    shows('<a href="https://e.com"'),
  ),
  'attachment.text': supported(one({ text: '**b**' }), shows('<strong>b</strong>')),
  'attachment.image_url': supported(
    one({ image_url: image }),
    shows(`class="attachment-image" src="${image}"`),
  ),
  'attachment.thumb_url': supported(
    one({ thumb_url: image }),
    shows(`class="attachment-thumb" src="${image}"`),
  ),
  'attachment.footer': supported(
    one({ footer: `by ${link}` }),
    shows('by <a href="https://e.com"'),
    hasAttachment({ footer: `by ${link}` }),
  ),
  'attachment.footer_icon': supported(one({ footer: 'f', footer_icon: image }), shows(`src="${image}"`)),
  'attachment.ts': supported(
    one({ text, ts: 1234567890 }),
    shows('<time datetime="2009-02-13T23:31:30.000Z">'),
  ),
  'attachment.ts_string': supported(
    one({ text, ts: '1234567890.5' }),
    shows('<time datetime="2009-02-13T23:31:30.500Z">'),
  ),
  'attachment.ts_milliseconds': supported(
    one({ text, ts: 1234567890123 }),
    shows('<time datetime="2009-02-13T23:31:30.123Z">'),
  ),
  'attachment.link_action': supported(
    one({ text, actions: [{ type: 'button', text: 'Log', url: 'https://e.com' }] }),
    shows('<a href="https://e.com"'),
  ),
  'attachment.actions': ignored(
    one({ actions: [{ type: 'button', text: 'Go', integration: { url: 'https://e.com/secret' } }] }),
    'attachments[0].actions',
    shows('<button type="button" disabled="">Go</button>'),
    ({ posts }) => expect(JSON.stringify(posts)).not.toContain('secret'),
  ),
  'attachment.mrkdwn_in': ignored(
    one({ text: '**b**', mrkdwn_in: [] }),
    'attachments[0].mrkdwn_in',
    shows('<strong>b'),
  ),
  'attachment.callback_id': ignored(one({ text, callback_id: 'c' }), 'attachments[0].callback_id'),
  'attachment.unknown_key': ignored(one({ text, flavour: 'mint' }), 'attachments[0].flavour'),

  'field.title': supported(field({ value: 'v' }), shows('<dt>t</dt>')),
  'field.value': supported(field({ value: '**v**' }), shows('<strong>v</strong>')),
  'field.value_number': supported(
    field({ value: 1234567 }),
    hasAttachment({ fields: [{ value: '1234567' }] }),
  ),
  'field.value_object': supported(
    field({ value: { a: 1 } }),
    hasAttachment({ fields: [{ value: '{"a":1}' }] }),
  ),
  'field.value_null': supported(field({ value: null }), hasAttachment({ fields: [{ value: null }] })),
  'field.short': supported(field({ value: 'v', short: true }), shows('<div class="short">')),
  'field.short_word': supported(field({ value: 'v', short: 'true' }), shows('<div class="short">')),
  'field.short_other': rejected(field({ value: 'v', short: 'yes' }), 400, parse, 'must be true or false'),
  'field.too_many': rejected(one({ fields: Array(101).fill({ value: 'v' }) }), 400, tooMany, '101 elements'),
}
