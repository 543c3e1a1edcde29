import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { type Cases, ignored, message, rejected, supported } from './case.js'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const hi = '{"text":"hi"}'
const encoded = `payload=${encodeURIComponent(hi)}`
const parse = 'web.incoming_webhook.parse.app_error'
const multipart = '--X\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi\r\n--X--\r\n'
const bodyLimitBytes = 1024 * 1024

export const body: Cases = {
  'body.json': supported({ body: hi, contentType: json }, message('hi')),
  'body.form': supported({ body: encoded, contentType: form }, message('hi')),
  'body.form_in_address': supported({ body: '', contentType: form, query: `?${encoded}` }, message('hi')),
  'body.form_parameters': supported({ body: encoded, contentType: `${form};charset=UTF-8` }, message('hi')),
  'body.json_other_type': supported({ body: hi, contentType: 'text/plain' }, message('hi')),
  'body.json_no_type': supported({ body: hi }, message('hi')),
  'body.json_as_form': rejected({ body: hi, contentType: form }, 400, parse, 'application/json'),
  'body.form_as_json': rejected({ body: encoded, contentType: json }, 400, parse, form),
  'body.multipart': rejected(
    { body: multipart, contentType: 'multipart/form-data; boundary=X' },
    400,
    parse,
    '(curl -F) is not supported',
  ),
  'body.charset': supported(
    { body: 'payload=%7B%22text%22:%22caf%E9%22%7D', contentType: `${form};charset=latin1` },
    message('café'),
  ),
  'body.not_utf8': ignored(
    { body: 'payload=%7B%22text%22:%22caf%E9%22%7D', contentType: form },
    'bytes that are not UTF-8 (shown as \uFFFD)',
    message('caf\uFFFD'),
  ),
  'body.gzip': supported(
    { body: gzipSync(hi), contentType: json, headers: { 'content-encoding': 'gzip' } },
    message('hi'),
  ),
  'body.byte_order_mark': supported({ body: `\uFEFF${hi}`, contentType: json }, message('hi')),
  'body.raw_line_feeds': supported({ body: '{"text":"a\nb\tc"}', contentType: json }, message('a\nb\tc')),
  'body.trailing_bytes': supported({ body: `${hi} and more`, contentType: json }, message('hi')),
  'body.not_json': rejected({ body: 'hi', contentType: json }, 400, parse),
  'body.not_an_object': rejected({ body: '[]', contentType: json }, 400, parse, 'must be a JSON object'),
  'body.too_large': rejected(
    { body: JSON.stringify({ text: 'x'.repeat(bodyLimitBytes) }), contentType: json },
    413,
    'web.incoming_webhook.too_large.app_error',
  ),
  'body.key_case': supported({ Text: 'hi' }, message('hi')),
  'body.null': supported({ text: 'hi', channel: null, username: null, attachments: null }, message('hi')),
  'body.wrong_kind': rejected({ text: 'hi', username: 5 }, 400, parse, 'username must be a string'),
  'body.unknown_key': ignored({ text: 'hi', flavour: 'mint' }, 'flavour', message('hi')),

  'call.idempotency_key': supported(
    { body: hi, contentType: json, headers: { 'idempotency-key': 'build-42' } },
    message('hi'),
  ),
  'call.webhook_id': supported(
    { body: hi, contentType: json, headers: { 'webhook-id': 'msg_42' } },
    message('hi'),
  ),
  'call.idempotency_key_too_long': rejected(
    { body: hi, contentType: json, headers: { 'idempotency-key': 'k'.repeat(256) } },
    400,
    'web.incoming_webhook.idempotency_key.app_error',
  ),
  'call.wait': supported({ body: hi, contentType: json, query: '?wait=true' }, message('hi'), seen =>
    expect(seen.contentType).toContain(json),
  ),
  'call.from_page': supported(
    { body: hi, contentType: 'text/plain', headers: { origin: 'https://example.com' } },
    message('hi'),
    seen => expect(seen.shownTo).toBe('*'),
  ),

  'answer.ok': supported({ text: 'hi' }, seen => expect(seen.contentType).toBe('text/plain')),
  'answer.error': rejected({ text: 5 }, 400, parse, 'text must be a string'),
  'answer.unknown_key': rejected(
    { body: hi, contentType: json, key: 'nobodyhasthiskeynobodyhast' },
    400,
    'web.incoming_webhook.invalid.app_error',
  ),
}
