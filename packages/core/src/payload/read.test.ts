import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePayload } from './parse.js'
import type { Payload } from './payload.js'
import { readPayload } from './read.js'

const form = 'application/x-www-form-urlencoded'

function read(body: string | Uint8Array, contentType?: string, query?: string) {
  return readPayload(typeof body === 'string' ? Buffer.from(body) : body, contentType, query)
}

function textOf(body: string | Uint8Array, contentType?: string, query?: string): string {
  const reading = read(body, contentType, query)
  return reading.outcome === 'read' ? reading.payload.text : reading.outcome
}

test.each([
  ['{"text":"hi"}', 'application/json', 'hi'],
  ['{"text":"hi"}', 'application/json;charset=UTF-8', 'hi'],
  ['{"text":"hi"}', 'APPLICATION/JSON; charset', 'hi'],
  ['{"text":"hi"}', 'text/plain', 'hi'],
  ['{"text":"hi"}', 'garbage;;;', 'hi'],
  ['{"text":"hi"}', '', 'hi'],
  ['{"text":"hi"}', undefined, 'hi'],
  ['payload=%7B%22text%22%3A%22a+b%2Bc%22%7D', form, 'a b+c'],
  ['payload=%7B%22text%22%3A%22a%22%7D', `${form};charset=UTF-8`, 'a'],
  ['payload=%7B%22text%22%3A%22a%22%7D', `${form.toUpperCase()} ; charset=UTF-8`, 'a'],
  ['payload={"text":"plain+unencoded ok"}', form, 'plain unencoded ok'],
  ['x=1&payload={"text":"one"}&payload={"text":"two"}', form, 'one'],
  ['payload={"text":"a%0D%0Ab"}', form, 'a\r\nb'],
])('reads %s sent as %s', (body, contentType, text) => {
  expect(textOf(body, contentType)).toBe(text)
})

test('reads only the first thousand fields of a form, so that a mebibyte of them costs little', () => {
  const body = (before: number) => `${'a&'.repeat(before)}payload={"text":"here"}`
  expect(textOf(body(999), form)).toBe('here')
  expect(read(body(1000), form)).toMatchObject({
    outcome: 'unreadable',
    detail: expect.stringContaining('1000'),
  })
})

test.each([
  ['{"text": "1+1=2"}', '1+1=2'],
  ['{"text":"1+1=2"}', '1+1=2'],
  ['{"text": "1 + 1"}', '1 + 1'],
  ['{"text":"C++"}', 'C++'],
  ['{"text":"+1 for it"}', '+1 for it'],
  ['{"text": "GMT+2"}', 'GMT+2'],
  ['{"text":"a+b, c"}', 'a+b, c'],
  ['{"text":"caf\u00e9+bar"}', 'caf\u00e9+bar'],
  [' { "text" : "a+b" } ', 'a+b'],
  ['{"text":"plain+unencoded ok"}', 'plain unencoded ok'],
  ['{"text": "Build+%2342+passed"}', 'Build #42 passed'],
  ['%7B%22text%22:+%22a+b%2Bc%22%7D', 'a b+c'],
])('keeps the pluses of a payload that was not encoded: %s', (payload, text) => {
  expect(textOf(`payload=${payload}`, form)).toBe(text)
})

test('law: a form that was encoded reads the same as its JSON', () => {
  const texts = fc.string({ unit: fc.constantFrom(...'a1+ =&%"{},:;/?é\n\u{1f389}') })
  const encoders = fc.constantFrom(
    (json: string) => new URLSearchParams({ payload: json }).toString(),
    (json: string) => `payload=${encodeURIComponent(json)}`,
    (json: string) => `payload=${encodeURIComponent(json).replaceAll('%20', '+')}`,
  )
  fc.assert(
    fc.property(texts, encoders, (text, encode) => {
      fc.pre(text !== '')
      expect(textOf(encode(JSON.stringify({ text })), form)).toBe(text)
    }),
  )
})

const notEncoded = /so it was not encoded\. Send JSON .* or encode the field/

test.each<[payload: string, detail: RegExp]>([
  ['{"text": "a & b"}', /payload ends at an &/],
  ['{"text": "a&payload=b"}', /payload ends at an &/],
  ['{"text": "<https://e.com/?a=1&b=2|log>"}', /payload ends at an &/],
  ['{"text":"100% ok"}', /payload has a %/],
  ['{"text": "50%off"}', /payload has a %/],
  ['{"text": "100% of a & b"}', /payload has a %/],
  ['%7B%22text%22:%22a%ZZ%22%7D', /payload has a %/],
])('says that a payload was not encoded: %s', (payload, detail) => {
  const reading = read(`payload=${payload}`, form)
  expect(reading).toMatchObject({ outcome: 'unreadable', detail: expect.stringMatching(detail) })
  expect(reading).toMatchObject({ detail: expect.stringMatching(notEncoded) })
})

test('names what else is wrong with a payload that was not encoded', () => {
  for (const [body, detail] of [
    ['payload={"text": 5}&x=1', /text must be a string/],
    ['payload={"text": hi}', /not valid JSON/],
    ['payload=[]&x=1', /must be a JSON object/],
  ] as const)
    expect(read(body, form)).toMatchObject({ outcome: 'unreadable', detail: expect.stringMatching(detail) })
})

test("reads a form's payload from the URL if the body has none", () => {
  expect(textOf('', form, 'payload=%7B%22text%22%3A%22from%20query%22%7D')).toBe('from query')
  expect(textOf('payload={"text":"body"}', form, 'payload={"text":"query"}')).toBe('body')
})

test.each([
  ['text=hello', form],
  ['', form],
  ['payload=', form],
  ['payload=%7Btext', form],
  ['payload={"text":"100% ok"}', form],
  ['{"text":"json with a form\'s type"}', form],
  ['payload={"text":"a form with json\'s type"}', 'application/json'],
  [
    '--X\r\nContent-Disposition: form-data; name="text"\r\n\r\nhi\r\n--X--',
    'multipart/form-data; boundary=X',
  ],
  ['', 'application/json'],
  ['not json', 'application/json'],
  ['{"text":"x"', 'application/json'],
  ['{text:"a"}', 'application/json'],
  ['{"text":"a" /* c */}', 'application/json'],
  ['{"text":"a\u0001b"}', 'application/json'],
  ['{"text":"a\0b"}', 'application/json'],
  ['[]', 'application/json'],
  ['"hello"', 'application/json'],
  ['true', 'application/json'],
])('cannot read %j sent as %s', (body, contentType) => {
  expect(textOf(body, contentType)).toBe('unreadable')
})

test.each([
  ['{"text":"a"}', form, 'Content-Type: application/json'],
  ['payload={"text":"a"}', 'application/json', 'application/x-www-form-urlencoded'],
  ['{"text":5}', undefined, 'text must be a string, not a number.'],
  ['{"text":"a","attachments":[{"fields":[{"short":"yes"}]}]}', undefined, 'attachments[0].fields[0].short'],
  ['--X\r\n', 'multipart/form-data; boundary=X', '(curl -F) is not supported'],
  ['{"blocks":[{}]}', undefined, 'Without effect here: blocks[0].'],
])('explains to the sender of %s as %s: %s', (body, contentType, words) => {
  expect(read(body, contentType)).toMatchObject({
    outcome: expect.not.stringMatching('^read$'),
    detail: expect.stringContaining(words),
  })
})

test.each([
  ['a UTF-8 byte order mark', Buffer.from('\uFEFF{"text":"é"}'), 'é'],
  ['UTF-16, little-endian', Buffer.from('\uFEFF{"text":"é"}', 'utf16le'), 'é'],
  ['UTF-16, big-endian', Buffer.from('\uFEFF{"text":"é"}', 'utf16le').swap16(), 'é'],
  ['bytes that are not UTF-8', Buffer.from('{"text":"caf\xe9"}', 'latin1'), 'caf\uFFFD'],
  ['half a surrogate pair', Buffer.from('{"text":"a\\ud83d"}'), 'a\uFFFD'],
  ['NUL, which Postgres rejects', Buffer.from('{"text":"a\\u0000b"}'), 'a\uFFFDb'],
  ['a NUL after the payload', Buffer.from('{"text":"a"}\0'), 'a'],
])('%s is harmless', (_, body, text) => {
  expect(textOf(body as Buffer)).toBe(text)
})

test.each([
  ['application/json; charset=latin1', Buffer.from('{"text":"caf\xe9"}', 'latin1'), 'café'],
  ['application/json;charset="windows-1252"', Buffer.from('{"text":"\x80"}', 'latin1'), '€'],
  [
    'application/json; charset=Shift_JIS',
    Buffer.from('7b2274657874223a2283658358836722 7d'.replace(' ', ''), 'hex'),
    'テスト',
  ],
  ['application/json; charset=nobody-knows', Buffer.from('{"text":"é"}'), 'é'],
  [`${form}; charset=ISO-8859-1`, Buffer.from('payload=%7B%22text%22:%22caf%E9+%22%7D'), 'café '],
  [form, Buffer.from('payload=%7B%22text%22:%22caf%C3%A9%22%7D'), 'café'],
  [`${form}; charset=latin1`, Buffer.from('payload={"text":"caf\xe9%E9"}', 'latin1'), 'caféé'],
  [`${form}; charset=Shift_JIS`, Buffer.from('payload={"text":"%83e%83X"}'), 'テス'],
])('reads a body in the charset %s', (contentType, body, text) => {
  expect(textOf(body, contentType)).toBe(text)
})

test('reports bytes that are not UTF-8, in forms and in JSON', () => {
  const ignored = ['bytes that are not UTF-8 (shown as \uFFFD)']
  const payload = { text: 'caf\uFFFD', ignored }
  expect(read(Buffer.from('{"text":"caf\xe9"}', 'latin1'))).toMatchObject({ outcome: 'read', payload })
  expect(read('payload=%7B%22text%22:%22caf%E9%22%7D', form)).toMatchObject({ outcome: 'read', payload })
  expect(read('payload=%7B%22text%22:%22caf%zz%22%7D', form)).toMatchObject({ outcome: 'unreadable' })
})

test.each([
  ['{"text":"a\nb\tc\r\nd"}', 'a\nb\tc\r\nd'],
  ['{"text":"say \\"hi\\"\nthere"}', 'say "hi"\nthere'],
  ['{"text":"ends with \\\\"\n,"username":"b\nc"}', 'ends with \\'],
  ['{"text":"first"}{"text":"second"}', 'first'],
  ['{"text":"a }"} trailing', 'a }'],
])('repairs %j, which was written by hand', (body, text) => {
  expect(textOf(body)).toBe(text)
})

test.each([
  ['{"Text":"title case"}', 'title case'],
  ['{"text":"lower","TEXT":"upper"}', 'upper'],
  ['{"text":"one","text":"two"}', 'two'],
  ['{"text":"kept","Text":null}', 'kept'],
  ['{"text":" "}', ' '],
  ['{"text":"t","x":1e999}', 't'],
  ['{"text":"t","username":null,"props":null,"attachments":null,"type":null}', 't'],
])('%s has the text %j', (body, text) => {
  expect(textOf(body)).toBe(text)
})

test.each([
  '{}',
  'null',
  '{"text":""}',
  '{"channel":"builds"}',
  '{"text":"","props":{"a":1}}',
  '{"attachments":[null,{}]}',
])('%s has no text', body => {
  expect(textOf(body)).toBe('no_text')
})

test.each(['text', 'username', 'channel', 'icon_url', 'type', 'props', 'attachments'])(
  'a %s of the wrong kind is unreadable',
  key => {
    const wrong = key === 'props' || key === 'attachments' ? ['x', 5, true] : [5, true, ['a'], {}]
    for (const value of wrong) {
      expect([key, textOf(JSON.stringify({ text: 't', [key]: value }))]).toEqual([key, 'unreadable'])
    }
  },
)

test.each([
  ['', ''],
  ['slack_attachment', 'slack_attachment'],
  ['custom_foo', 'custom_foo'],
  ['system_generic', 'bad_type'],
  ['System_generic', 'bad_type'],
  ['me', ''],
  [`custom_${'x'.repeat(1000)}`, ''],
])('type %s: %s', (type, outcome) => {
  const reading = read(JSON.stringify({ text: 't', type }))
  expect(reading.outcome === 'read' ? reading.payload.type : reading.outcome).toBe(outcome)
})

test("keeps a sender's props, except those reserved for the service", () => {
  const props = { a: 1, b: { c: [1, 'x\0'] }, from_webhook: 'false', override_username: 'root' }
  const reading = read(JSON.stringify({ text: 't', props }))
  expect(reading.outcome === 'read' && reading.payload.props).toEqual({ a: 1, b: { c: [1, 'x\uFFFD'] } })
})

test('payloads cannot reach prototypes', () => {
  const reading = read('{"text":"a","__proto__":{"x":1},"props":{"__proto__":{"x":1},"constructor":{"x":1}}}')
  expect(reading.outcome === 'read' && Object.keys(reading.payload.props)).toEqual(['constructor'])
  expect(Reflect.get({}, 'x')).toBeUndefined()
})

test.each([
  ['props of 8000 characters', { text: 'a', props: { x: 'a'.repeat(8000) } }, 'props_too_long'],
  ['a username of 8000 characters', { text: 'a', username: 'a'.repeat(8000) }, 'props_too_long'],
  ['101 attachments', { attachments: Array(101).fill({ text: 'a' }) }, 'too_many_attachments'],
  ['101 fields', { attachments: [{ fields: Array(101).fill({ value: 'a' }) }] }, 'too_many_fields'],
  ['four million characters and one', { text: 'a'.repeat(4_000_001) }, 'too_many_posts'],
])('rejects %s at once', (_, payload, refusal) => {
  expect(textOf(JSON.stringify(payload))).toBe(refusal)
})

test('law: a stored payload reads the same again', () => {
  const key = fc.constantFrom('text', 'Text', 'username', 'channel', 'props', 'attachments', 'blocks', 'type')
  const payloads = fc.dictionary(key, fc.oneof(fc.string({ unit: 'binary' }), fc.jsonValue()), { maxKeys: 6 })
  fc.assert(
    fc.property(
      payloads,
      fc.constantFrom('', '\uFEFF', ' \n'),
      fc.constantFrom('', '}', '\0'),
      (payload, before, after) => {
        const reading = read(before + JSON.stringify(payload) + after)
        if (reading.outcome === 'read') expect(parsePayload(reading.json)).toEqual(reading)
      },
    ),
  )
})

test('law: reading never throws, and accepts only well-formed text', () => {
  const bodies = fc.oneof(
    fc.uint8Array(),
    fc.json().map(json => Buffer.from(json)),
  )
  const types = fc.constantFrom(undefined, form, 'application/json')
  fc.assert(
    fc.property(bodies, types, fc.string(), (body, contentType, query) => {
      const reading = readPayload(body, contentType, query)
      if (reading.outcome === 'read')
        expect(JSON.stringify(reading.payload satisfies Payload)).not.toContain('\\u0000')
    }),
  )
})
