import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cpuMs } from '../testing.js'
import { translate, translateInSteps } from './translate.js'

test.each([
  ['see <http://example.com|Example>', 'see [Example](http://example.com)'],
  ['<http://a.b|A> and <http://c.d|D>', '[A](http://a.b) and [D](http://c.d)'],
  ['<mailto:a@b.c|a@b.c>', '[a@b.c](mailto:a@b.c)'],
  ['<www.x.y|site> </path|here>', '[site](www.x.y) [here](/path)'],
  ['<www.x.y>', '[www.x.y](http://www.x.y)'],
  ['<!channel> hi <!channel>', '@channel hi @channel'],
  ['<<http://e.com|x>>', '<[x](http://e.com)>'],
  ['<http://e.com|a <b> c>', '[a <b](http://e.com) c>'],
  ['<http://[::1]:80/|v6>', '[v6](http://[::1]:80/)'],
  ['<http://e.com/a b|x> <http://e.com/a)b|x>', '[x](<http://e.com/a b>) [x](<http://e.com/a)b>)'],
  ['<http://e.com|[X-1] fix> <http://e.com|a]b>', '[[X-1] fix](http://e.com) [a\\]b](http://e.com)'],
  ['<http://e.com|<!channel>>', '[@channel](http://e.com)'],
  ['<https://x/7|#7 Use `FOO` in docs>', '[#7 Use `FOO` in docs](https://x/7)'],
  ['<http://a|it`s> and <http://b|that`s>', '[it\\`s](http://a) and [that\\`s](http://b)'],
  ['<http://e.com|a\nb\r\n c>', '[a b c](http://e.com)'],
  ['<http://e.com/*|> <mailto:a@b.c| >', '[http://e.com/\\*](http://e.com/*) [a@b.c](mailto:a@b.c)'],
  ['<http://e.com|[X-1] fix [x](y)>', '[[X-1] fix [x]\\(y)](http://e.com)'],
  [
    '```js\na <!channel>``` <!channel> ```b\nc``` <http://e.com|x>',
    '```js\na <!channel>``` @channel ```b\nc``` [x](http://e.com)',
  ],
  ['done!<http://e.com|log>', 'done\\![log](http://e.com)'],
  ['<file://\\\\nas\\_x|share>', '[share](file://\\\\\\\\nas\\\\_x)'],
  ['1 < 2 <http://e.com|x> > 3', '1 < 2 [x](http://e.com) > 3'],
])('%s becomes %s', (text, markdown) => {
  expect(translate(text)).toBe(markdown)
})

test.each([
  '<https://e.com> <mailto:a@b.c>',
  '<!here> <!everyone> <!all> <!group> <!CHANNEL>',
  '<!channel|channel> <!here|@here> <!subteam^S1|@grp>',
  '<#C1> <#C1|general> <@U1> <@U1|bob>',
  '<foo|bar> <|label> <>',
  '<http://e.com\n|ab> <http://e.com|a\n\nb> <http://e.com|a\n<b>',
  '*bold* _it_ &amp; &lt;http://e.com|x&gt;',
  '- <old|\n+ >new|',
])('%s stays as it is', text => {
  expect(translate(text)).toBe(text)
})

test.each([
  '`<http://e.com|x> <!channel>`',
  '``<http://e.com|x> ` <!channel>``',
  '```\n<http://e.com|x>\n<!channel>\n```',
  '```diff\n<http://e.com|x>```',
  '~~~\n<!channel>\n~~~',
  'never closed\n```\n<!channel>',
])('does not translate code: %s', text => {
  expect(translate(text)).toBe(text)
})

test.each([
  ['`a` <!channel> `b`', '`a` @channel `b`'],
  ['```\ncode\n```\n<!channel>', '```\ncode\n```\n@channel'],
  ['a ` b\n\n<!channel> ` c', 'a ` b\n\n@channel ` c'],
  ['\\` <!channel> `', '\\` @channel `'],
  ['- ` a\n- <!channel> `', '- ` a\n- @channel `'],
])('around code, %s becomes %s', (text, markdown) => {
  expect(translate(text)).toBe(markdown)
})

test('never changes a text without angle brackets', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }).filter(text => !text.includes('<')),
      text => {
        expect(translate(text)).toBe(text)
      },
    ),
  )
})

test.each(['<www.a>', '<http://a|b>', '<', '<a|'])(
  'translates a mebibyte of %j in many short steps, so that a worker can rest between them',
  unit => {
    const steps = translateInSteps(unit.repeat((1024 * 1024) / unit.length))
    const times: number[] = []
    let isDone = false
    const next = () => {
      isDone = steps.next().done === true
    }
    while (!isDone) times.push(cpuMs(next))
    expect(times.length).toBeGreaterThan(20)
    expect(Math.max(...times)).toBeLessThan(0.8 * times.reduce((sum, ms) => sum + ms))
  },
)
