import { searchPosts } from '@posthorn/db'
import { expect, test } from 'vitest'
import { addPosts, startApi } from './start-api.js'

const words = ['ba', 'de', 'Foo1', '12', '7b', 'a.b', 'x-ba', 'été']
const between = [' ', ', ', '  \n', '-', '_', '/', '.', '@', ':', ' — ', ' <i> ', ' &amp; ', ' http://', '']
const around = ['', '<b>', 'x', '3', 'é', '-']

const texts = words.flatMap((one, at) =>
  words.flatMap(other =>
    between.map((gap, number) => {
      const begin = around[(at + number) % around.length]
      return `${begin}${one}${gap}${other}${begin} end`
    }),
  ),
)

test('a phrase finds all posts in which Postgres finds its words one after another', async () => {
  const { db, channelNamed } = await startApi()
  const { id: channelId } = await channelNamed('builds')
  await addPosts(db, channelId, texts)
  const phrases = words.flatMap(one => words.flatMap(other => [`${one} ${other}`, `${one}-${other}`]))
  let all = 0
  for (const text of phrases) {
    const found = await db.$queryRaw<{ id: string }[]>`
      SELECT id FROM posts WHERE to_tsvector('simple', lower(message COLLATE "und-x-icu"))
        @@ phraseto_tsquery('simple', lower(${text}::text COLLATE "und-x-icu")) ORDER BY id DESC`
    const search = { terms: [{ kind: 'phrase', text } as const], isAnyEnough: false }
    const { posts } = await searchPosts(db, {
      ...search,
      channelIds: [channelId],
      limit: texts.length,
      withHtml: false,
    })
    expect(
      posts.map(({ id }) => id),
      text,
    ).toEqual(found.map(({ id }) => id))
    all += found.length
  }
  expect(all).toBeGreaterThan(300)
})
