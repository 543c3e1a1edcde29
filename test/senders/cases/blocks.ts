import { type Cases, ignored, mentions, message, rejected, shows, supported } from './case.js'

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text })
const plain = (text: string) => ({ type: 'plain_text', text })
const section = { type: 'section', text: mrkdwn('*Build 4* passed') }
const picture = { type: 'image', image_url: 'https://e.com/a.png', alt_text: 'a' }
const image = shows('<img src="https://e.com/a.png" alt="a"')
const rich = (...elements: object[]) => ({ type: 'rich_text', elements })
const words = (text: string, style?: object) => ({ type: 'text', text, style })
const button = (more: object) => ({
  type: 'actions',
  elements: [{ type: 'button', text: plain('Log'), ...more }],
})
const one = (...blocks: object[]) => ({ blocks })

export const blocks: Cases = {
  blocks: supported({ text: 'Build 4 passed', ...one(section) }, message('**Build 4** passed')),
  'blocks.other_text': supported({ text: 'main', ...one(section) }, message('main\n\n**Build 4** passed')),
  'blocks.alone': supported(one(section), message('**Build 4** passed')),
  'blocks.nothing_shown': rejected(
    one({ type: 'file' }),
    400,
    'web.incoming_webhook.text.app_error',
    'blocks[0] (file)',
  ),
  'attachment.blocks': supported(
    { attachments: [{ text: 'main', blocks: [section] }] },
    shows('<p>main</p>\n<p><strong>Build 4</strong> passed</p>'),
  ),
  'block.header': supported(one({ type: 'header', text: plain('Build') }), message('### Build')),
  'block.section': supported(one({ type: 'section', text: plain('a') }), message('a')),
  'block.fields': supported(
    one({ type: 'section', fields: [mrkdwn('*a*\n1'), mrkdwn('b')] }),
    message('**a**\n1\n\nb'),
  ),
  'block.accessory': supported(one({ ...section, accessory: picture }), image),
  'block.context': supported(one({ type: 'context', elements: [mrkdwn('a'), plain('b')] }), message('a b')),
  'block.divider': supported(one(section, { type: 'divider' }, section), shows('<hr>')),
  'block.image': supported(one(picture), image),
  'block.slack_file': ignored(
    one(section, { type: 'image', slack_file: { id: 'F1' }, alt_text: 'a' }),
    'blocks[1] (image)',
  ),
  'block.link_button': supported(one(button({ url: 'https://e.com' })), message('[Log](https://e.com)')),
  'block.button': ignored(one(section, button({ value: 'v' })), 'blocks[1].elements[0] (button)'),
  'block.rich_text': supported(
    one(
      rich(
        {
          type: 'rich_text_section',
          elements: [words('a', { bold: true }), { type: 'user', user_id: 'U1' }],
        },
        { type: 'rich_text_list', style: 'bullet', elements: [{ elements: [words('b')] }] },
        { type: 'rich_text_quote', elements: [words('c')] },
        { type: 'rich_text_preformatted', elements: [words('d')] },
      ),
    ),
    message('**a**@U1\n\n- b\n\n> c\n\n```\nd\n```'),
  ),
  'block.table': supported(
    one({
      type: 'table',
      rows: [[{ type: 'raw_text', text: 'a' }], [rich({ ...rich(words('b')), type: 'rich_text_section' })]],
    }),
    shows('<th>a</th>', '<td>b</td>'),
  ),
  'block.video': supported(
    one({
      type: 'video',
      title: plain('A'),
      video_url: 'https://e.com',
      thumbnail_url: picture.image_url,
      alt_text: 'a',
    }),
    shows('href="https://e.com"', '<img src="https://e.com/a.png" alt="a"'),
  ),
  'block.alert': supported(one({ type: 'alert', level: 'error', text: mrkdwn('a') }), message('❌ a')),
  'block.card': supported(
    one({ type: 'carousel', elements: [{ type: 'card', title: mrkdwn('a'), body: mrkdwn('b') }] }),
    message('**a**\n\nb'),
  ),
  'block.data': supported(
    one({
      type: 'data_visualization',
      title: 'a',
      chart: { type: 'pie', segments: [{ label: 'b', value: 1 }] },
    }),
    message('**a**\n\n|  |  |\n| --- | --- |\n| b | 1 |'),
  ),
  'block.plan': supported(
    one({ type: 'plan', title: 'a', tasks: [{ type: 'task_card', title: 'b', status: 'complete' }] }),
    message('**a**\n\n✅ **b**'),
  ),
  'block.markdown': supported(one({ type: 'markdown', text: '## A' }), message('## A')),
  'block.input': ignored(one(section, { type: 'input', label: plain('a') }), 'blocks[1] (input)'),
  'block.unknown': ignored(one({ type: 'later', text: plain('a') }), 'blocks[0] (later)', message('a')),
  'block.mrkdwn': supported(
    one({ type: 'section', text: mrkdwn('*b* ~s~') }),
    shows('<strong>b</strong>', '<s>s</s>'),
  ),
  'block.not_mrkdwn': supported(
    one({ type: 'section', text: mrkdwn('2*3*4 logs-*,x-* __init__ \\\\nas\\_a\na\n---') }),
    shows('<p>2*3*4 logs-*,x-* __init__ \\\\nas\\_a<br>\na<br>\n---</p>'),
  ),
  'block.urls': supported(
    one({ type: 'section', text: mrkdwn('https://e.com/~1~/*a* <https://e.com/logs-*/~1~|x>') }),
    shows('href="https://e.com/~1~/*a*"', 'href="https://e.com/logs-*/~1~"'),
  ),
  'block.quote_to_end': supported(
    one({ type: 'section', text: mrkdwn('&gt;&gt;&gt; a\n\nb') }),
    shows('<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'),
  ),
  'block.zero_width_space': supported(
    one({ type: 'section', text: mrkdwn('\u200b*a:*\u200b') }),
    shows('<strong>a:</strong>'),
  ),
  'block.everyone': supported(
    one({ type: 'section', text: mrkdwn('<!everyone> <!group> look') }),
    message('<!everyone> <!group> look'),
    shows('<p>@everyone @group look</p>'),
    mentions(),
  ),
  'block.plain_text': supported(one({ type: 'section', text: plain('*b* `c`') }), shows('<p>*b* `c`</p>')),
  'block.tags': supported(
    one({ type: 'section', text: mrkdwn('<!here> <@U1|reader> <#C1|general> <@U2>') }),
    message('@here @reader ~general @U2'),
  ),
}
