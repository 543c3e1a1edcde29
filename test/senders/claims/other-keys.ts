import { type Claims, hasProps, honoured, message, refused, shows, told } from './claim.js'

const text = 'hi'
const badType = 'api.context.invalid_param.app_error'
const tooLarge = 'web.incoming_webhook.split_props_length.app_error'
const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: 'in a block' } }]

export const otherKeys: Claims = {
  blocks: told({ text, blocks }, 'blocks', message(text)),
  'blocks.alone': refused(
    { blocks },
    400,
    'web.incoming_webhook.text.app_error',
    'Without effect here: blocks.',
  ),
  thread_ts: told({ text, thread_ts: '1503435956.000247' }, 'thread_ts', message(text)),
  reply_broadcast: told({ text, reply_broadcast: true }, 'reply_broadcast', message(text)),
  response_type: told({ text, response_type: 'ephemeral' }, 'response_type', message(text)),
  unfurl_links: told({ text, unfurl_links: true }, 'unfurl_links', message(text)),
  unfurl_media: told({ text, unfurl_media: false }, 'unfurl_media', message(text)),
  metadata: told({ text, metadata: { event_type: 'e', event_payload: {} } }, 'metadata', message(text)),
  mrkdwn: told({ text: '**b**', mrkdwn: false }, 'mrkdwn', shows('<strong>b</strong>')),
  parse: told(
    { text: '@reader **b**', parse: 'none' },
    'parse',
    shows('<strong>b</strong>', 'data-mention="reader"'),
  ),
  link_names: told({ text: '@reader', link_names: 0 }, 'link_names', shows('data-mention="reader"')),
  attachment_keys: told({ text, pretext: 'p', color: 'good' }, 'pretext', message(text)),
  priority: told({ text, priority: { priority: 'urgent' } }, 'priority', message(text)),
  root_id: told({ text, root_id: 'abcdefghijklmnopqrstuvwxyz' }, 'root_id', message(text)),
  props: honoured({ text, props: { build: { number: 7 } } }, hasProps({ build: { number: 7 } })),
  'props.card': honoured({ text, props: { card: '# more' } }, hasProps({ card: '# more' })),
  'props.reserved': told(
    { text, props: { from_webhook: 'false', override_username: 'root' } },
    'props.from_webhook',
    hasProps({ from_webhook: 'true', override_username: 'webhook' }),
  ),
  'props.webhook_display_name': told(
    { text, props: { webhook_display_name: 'another' } },
    'props.webhook_display_name',
    hasProps({ webhook_display_name: 'First hook' }),
  ),
  'props.too_large': refused({ text, props: { x: 'a'.repeat(8000) } }, 400, tooLarge),
  'type.custom': honoured({ text, type: 'custom_build' }, ({ posts }) => {
    if (posts[0]?.type !== 'custom_build') throw new Error(`type ${posts[0]?.type}`)
  }),
  'type.with_attachments': told(
    { text, type: 'custom_build', attachments: [{ text }] },
    'type (attachments set it)',
  ),
  'type.system': refused({ text, type: 'system_generic' }, 400, badType),
  'type.other': refused({ text, type: 'me' }, 400, badType),
}
