import { type Cases, hasProps, ignored, message, rejected, shows, supported } from './case.js'

const text = 'hi'
const json = { body: JSON.stringify({ text }), contentType: 'application/json' }
const badType = 'api.context.invalid_param.app_error'
const tooLarge = 'web.incoming_webhook.split_props_length.app_error'

export const otherKeys: Cases = {
  thread_ts: ignored(
    { text, thread_ts: '1503435956.000247' },
    'root_id or thread_ts (no such post in this channel)',
    message(text),
  ),
  reply_broadcast: ignored({ text, reply_broadcast: true }, 'reply_broadcast', message(text)),
  response_type: ignored({ text, response_type: 'ephemeral' }, 'response_type', message(text)),
  unfurl_links: ignored({ text, unfurl_links: true }, 'unfurl_links', message(text)),
  unfurl_media: ignored({ text, unfurl_media: false }, 'unfurl_media', message(text)),
  metadata: ignored({ text, metadata: { event_type: 'e', event_payload: {} } }, 'metadata', message(text)),
  mrkdwn: ignored({ text: '**b**', mrkdwn: false }, 'mrkdwn', shows('<strong>b</strong>')),
  parse: ignored(
    { text: '@reader **b**', parse: 'none' },
    'parse',
    shows('<strong>b</strong>', 'data-mention="reader"'),
  ),
  link_names: ignored({ text: '@reader', link_names: 0 }, 'link_names', shows('data-mention="reader"')),
  attachment_keys: ignored({ text, pretext: 'p', color: 'good' }, 'pretext', message(text)),
  priority: ignored({ text, priority: { priority: 'urgent' } }, 'priority', message(text)),
  root_id: ignored(
    { text, root_id: 'abcdefghijklmnopqrstuvwxyz' },
    'root_id or thread_ts (no such post in this channel)',
    message(text),
  ),
  thread_key: supported({ text, thread_key: 'release-7' }, message(text)),
  update_key: supported({ text, update_key: 'disk-7' }, message(text)),
  'update_key.query': supported({ ...json, query: '?update_key=disk-8&thread_key=disks' }, message(text)),
  'update_key.empty': ignored({ text, update_key: '' }, 'update_key (empty)', message(text)),
  close: supported({ text, update_key: 'disk-9', close: true }, message(text)),
  'close.alone': ignored({ text, close: true }, 'close (without thread_key or update_key)', message(text)),
  props: supported({ text, props: { build: { number: 7 } } }, hasProps({ build: { number: 7 } })),
  'props.card': supported({ text, props: { card: '# more' } }, hasProps({ card: '# more' })),
  'props.reserved': ignored(
    { text, props: { from_webhook: 'false', override_username: 'root' } },
    'props.from_webhook',
    hasProps({ from_webhook: 'true', override_username: 'webhook' }),
  ),
  'props.webhook_id': ignored({ text, props: { webhook_id: 'another' } }, 'props.webhook_id', ({ posts }) => {
    if (posts[0]?.props.webhook_id === 'another') throw new Error('a payload chose its hook')
  }),
  'props.webhook_display_name': ignored(
    { text, props: { webhook_display_name: 'another' } },
    'props.webhook_display_name',
    hasProps({ webhook_display_name: 'First hook' }),
  ),
  'props.repeats': ignored({ text, props: { repeats: { count: 9 } } }, 'props.repeats', hasProps({})),
  'props.too_large': rejected({ text, props: { x: 'a'.repeat(8000) } }, 400, tooLarge),
  'type.custom': supported({ text, type: 'custom_build' }, ({ posts }) => {
    if (posts[0]?.type !== 'custom_build') throw new Error(`type ${posts[0]?.type}`)
  }),
  'type.with_attachments': ignored(
    { text, type: 'custom_build', attachments: [{ text }] },
    'type (attachments set it)',
  ),
  'type.system': rejected({ text, type: 'system_generic' }, 400, badType),
  'type.other': ignored({ text, type: 'mrkdwn' }, 'type', message(text)),
}
