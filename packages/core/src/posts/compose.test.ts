import { expect, test } from 'vitest'
import { parsePayload } from '../payload/parse.js'
import { codePoints } from '../text/code-points.js'
import { composePosts, type DraftPost } from './compose.js'
import type { Appearance } from './props.js'

const on: Appearance = { hookDisplayName: 'CI', hookId: 'ci', overrideUsername: true, overrideIcon: true }
const off: Appearance = { ...on, overrideUsername: false, overrideIcon: false }

function postsOf(payload: object, look = off): DraftPost[] {
  const reading = parsePayload(JSON.stringify(payload))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  return [...composePosts(reading.payload, look)]
}

const textsIn = ({ props }: DraftPost) =>
  (props.attachments as { text: string }[] | undefined)?.map(({ text }) => text)
const sizeOf = ({ props }: DraftPost) => codePoints(JSON.stringify(props))

test('a text becomes a post that shows its origin', () => {
  expect(postsOf({ text: '**hi** <https://e.com|x>' })).toEqual([
    {
      message: '**hi** [x](https://e.com)',
      html: '<p><strong>hi</strong> <a href="https://e.com" rel="nofollow noopener noreferrer" target="_blank">x</a></p>\n',
      type: '',
      props: {
        from_webhook: 'true',
        override_username: 'webhook',
        webhook_display_name: 'CI',
        webhook_id: 'ci',
      },
    },
  ])
})

test.each([
  ['off', { username: 'robot' }, off, 'webhook'],
  ['on', { username: 'robot' }, on, 'robot'],
  ['on, without a name', {}, on, 'webhook'],
  ['on, with an icon_emoji', { icon_emoji: ':robot:' }, on, 'webhook'],
  ['on, with a forged prop', { props: { override_username: 'root' } }, on, 'webhook'],
])('with the name override %s, the posting name follows the settings', (_, payload, look, name) => {
  expect(postsOf({ text: 't', ...(payload as object) }, look as Appearance)[0]?.props.override_username).toBe(
    name,
  )
})

test("shows an icon only if overrides are on, and otherwise the creator's", () => {
  const payload = { text: 't', icon_url: 'https://e.com/i.png' }
  expect(postsOf(payload, on)[0]?.props.override_icon_url).toBe('https://e.com/i.png')
  expect(postsOf(payload, off)[0]?.props).not.toHaveProperty('override_icon_url')
})

test('a payload cannot hide its hook or impersonate another one', () => {
  const forged = { from_webhook: 'false', webhook_display_name: 'evil', webhook_id: 'another' }
  const props = { ...forged, use_user_icon: 'true', a: 1 }
  expect(postsOf({ text: 't', props })[0]?.props).toEqual({
    ...{ a: 1, use_user_icon: 'true' },
    ...{ from_webhook: 'true', override_username: 'webhook', webhook_display_name: 'CI', webhook_id: 'ci' },
  })
})

test('a long text becomes several posts that joined are the text, with the attachments in the last', () => {
  const posts = postsOf({ text: 'a'.repeat(8001), attachments: [{ text: 'att' }] })
  expect(posts.map(post => post.message.length)).toEqual([4000, 4000, 1])
  expect(posts.map(textsIn)).toEqual([undefined, undefined, ['att']])
  expect(posts.every(post => post.type === 'slack_attachment')).toBe(true)
})

test('attachments that do not fit into one post continue in the next, without loss', () => {
  const attachments = Array.from({ length: 7 }, (_, number) => ({ text: `${number}`.repeat(3000) }))
  const posts = postsOf({ text: 'main', attachments })
  expect(posts.map(post => post.message)).toEqual(['main', '', '', ''])
  expect(posts.flatMap(textsIn)).toEqual(attachments.map(({ text }) => text))
  expect(posts.every(post => sizeOf(post) <= 7700)).toBe(true)
})

test('an attachment longer than a post loses the end of its text, and never half a character', () => {
  const [post] = postsOf({ attachments: [{ text: `a${'😀'.repeat(9000)}` }] })
  const [text = ''] = (post && textsIn(post)) ?? []
  expect(text).toMatch(/^a(😀){7000,7600}$/u)
  expect(post && sizeOf(post)).toBeLessThanOrEqual(7700)
})

test("props stay below a post's limit, whatever the hook's name", () => {
  const payload = { username: 'u'.repeat(3000), attachments: [{ fields: [{ value: 'v'.repeat(4200) }] }] }
  const [post] = postsOf(payload, { ...on, hookDisplayName: '"'.repeat(64) })
  expect(post && sizeOf(post)).toBeLessThanOrEqual(8000)
})

test("translates Slack's conventions in an attachment's markdown, and only there", () => {
  const written = '<https://e.com|x> <!channel>'
  const [post] = postsOf({
    attachments: [
      {
        text: written,
        pretext: written,
        title: written,
        fallback: written,
        footer: written,
        fields: [{ title: written, value: written }],
      },
    ],
  })
  const markdown = '[x](https://e.com) @channel'
  expect(post?.props.attachments).toMatchObject([
    {
      ...{
        text: markdown,
        pretext: markdown,
        title: '<https://e.com|x> @channel',
        fallback: written,
        footer: written,
      },
      fields: [{ title: written, value: markdown }],
    },
  ])
})

test('code that a cut divides shows as code in both posts, with its text unchanged', () => {
  const text = `\`\`\`js\n${'let a = 1\n'.repeat(600)}\`\`\`\nafter`
  const posts = postsOf({ text })
  expect(posts.map(post => post.message).join('')).toBe(text)
  expect(posts.map(post => post.html.startsWith('<pre><code class="language-js">let a'))).toEqual([
    true,
    true,
  ])
  expect(posts[1]?.html).toMatch(/<\/code><\/pre>\n<p>after<\/p>\n$/)
})

test('a table that a cut divides has its head in both posts', () => {
  const text = `| name | size |\n|---|--:|\n${'| a | 1 |\n'.repeat(500)}\nafter`
  const posts = postsOf({ text })
  expect(posts.map(post => post.message).join('')).toBe(text)
  expect(posts.map(post => post.html.startsWith('<table>\n<thead>\n<tr>\n<th>name</th>'))).toEqual([
    true,
    true,
  ])
  expect(posts[1]?.html).toMatch(/<\/table>\n<p>after<\/p>\n$/)
})

test('quoted code continues as quoted code', () => {
  const [, second] = postsOf({ text: `> \`\`\`\n${'> code\n'.repeat(700)}> \`\`\`` })
  expect(second?.html).toMatch(/^<blockquote>\n<pre><code>code\n/)
})

test('yields posts one by one, so that other work can run in between', () => {
  const reading = parsePayload(JSON.stringify({ text: 'a'.repeat(9000) }))
  if (reading.outcome !== 'read') throw new Error(reading.detail)
  const rendered: number[] = []
  const posts = composePosts(reading.payload, off, markdown => `${rendered.push(markdown.length)}`)
  expect([posts.next().value?.html, rendered]).toEqual(['1', [4000]])
})
