import { base32 } from '@posthorn/core'
import { type Db, deleteExpired, indexPosts, type SearchedTerm, searchPosts } from '@posthorn/db'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addChannel, startApi } from './start-api.js'

const vocabulary = ['ba', 'bade', 'de', 'x1', '42', 'kilo', 'Été', 'FOO']
const gaps = [' ', ', ', '\n', ' + ', '! ']
const sizes = { newest: 20, oldest: 40, merged: [60, 200] }
const limit = 10
const spanMs = 30 * 86_400_000

const index = fc.nat(1_000_000)
const wordOf = fc.constantFrom(...vocabulary)
const message = fc
  .array(fc.tuple(wordOf, fc.constantFrom(...gaps)), { minLength: 1, maxLength: 8 })
  .map(parts => parts.flat().join(''))
const messages = fc.array(message, { minLength: 1, maxLength: 200 })
const terms = fc.array(
  fc.oneof(
    wordOf.map(text => ({ kind: 'word' as const, text })),
    wordOf.map(text => ({ kind: 'prefix' as const, text: text.slice(0, 2) })),
    fc
      .array(wordOf, { minLength: 2, maxLength: 3 })
      .map(words => ({ kind: 'phrase' as const, text: words.join(' ') })),
  ),
  { maxLength: 3 },
)

/** What happens to the posts, and how they are searched meanwhile. Numbers choose a post, a time or a channel. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      messages: fc.array(message, { maxLength: 30 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('import' as const), message, at: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), message, at: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), at: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('expire' as const), at: index }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('index' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('search' as const),
      ...{
        terms,
        isAnyEnough: fc.boolean(),
        from: fc.boolean(),
        has: fc.boolean(),
        days: fc.option(fc.tuple(index, index)),
      },
      ...{ channels: fc.integer({ min: 1, max: 7 }), others: fc.constantFrom(0, 20) },
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
type Search = Extract<Step, { do: 'search' }>

type Stored = { id: string; channelId: string; userId: string; message: string; html: string }

const wordsIn = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

function has(message: string, { kind, text }: SearchedTerm): boolean {
  const [words, wanted] = [wordsIn(message), wordsIn(text)]
  return words.some((word, at) =>
    kind === 'prefix'
      ? word.startsWith(`${wanted[0]}`)
      : wanted.every((each, place) => words[at + place] === each),
  )
}

/** A model of the posts, and the database that has the same. */
function open(db: Db, channelIds: string[], userIds: string[]) {
  const nowMs = Date.now()
  let posts: Stored[] = []
  let written = 0
  const idAt = (ms: number) => `${base32(ms, 10)}${base32(written++, 14)}01`
  const pick = (at: number) => posts[at % posts.length]
  const insert = async (message: string, ms: number, updateMs = ms) => {
    const [channelId = '', userId = ''] = [
      channelIds[written % channelIds.length],
      userIds[written % userIds.length],
    ]
    const html = written % 3 === 0 ? '<a href="x">' : ''
    const post = { id: idAt(ms), channelId, userId, message, html }
    posts.push(post)
    await db.post.create({ data: { ...post, createAt: ms, updateAt: updateMs, htmlVersion: 1 } })
  }
  const steps: { [Name in Step['do']]: (step: Extract<Step, { do: Name }>) => Promise<unknown> } = {
    write: async ({ messages }) => {
      // the last ones are too new for the index
      for (const message of messages) await insert(message, nowMs - spanMs + written * (spanMs / 1000))
    },
    import: ({ message, at }) => insert(message, nowMs - spanMs + (at % spanMs), Date.now()),
    edit: async ({ message, at }) => {
      const post = pick(at)
      if (!post) return
      post.message = message
      const editAt = Date.now()
      await db.post.update({ where: { id: post.id }, data: { message, editAt, updateAt: editAt } })
    },
    delete: async ({ at }) => {
      const post = pick(at)
      if (!post) return
      posts = posts.filter(({ id }) => id !== post.id)
      const deleteAt = Date.now()
      await db.post.update({ where: { id: post.id }, data: { deleteAt, updateAt: deleteAt } })
    },
    expire: async ({ at }) => {
      const [end, channelId] = [
        posts.map(({ id }) => id).toSorted()[at % 40] ?? '0',
        channelIds[at % channelIds.length] ?? '',
      ]
      posts = posts.filter(post => post.channelId !== channelId || post.id >= end)
      await deleteExpired(db, { channelId, end, after: '' })
    },
    index: () => indexPosts(db, sizes),
    wait: async () => {
      await db.$executeRaw`UPDATE posts SET update_at = update_at - 30000 WHERE update_at > ${nowMs - 3_600_000}`
      await db.$executeRaw`UPDATE search_changes SET up_to = up_to - 30000`
    },
    search: async search => expect(await found(search)).toEqual(wanted(search)),
  }
  const idsOf = ({ channels, days, from, has }: Search) => ({
    channelIds: channelIds.filter((_, at) => channels & (1 << at)),
    userIds: from ? userIds.slice(0, 1) : undefined,
    has: has ? (['link'] as const) : [],
    ...(days && { first: pick(days[0])?.id, end: pick(days[1])?.id }),
  })
  const found = async (search: Search) => {
    const { channelIds, has, ...ids } = idsOf(search)
    const others = Array.from({ length: search.others }, (_, number) => `${number}`.padStart(26, 'x'))
    const { terms, isAnyEnough } = search
    const wanted = { ...ids, has: [...has], channelIds: [...channelIds, ...others], terms, isAnyEnough }
    const { posts, more } = await searchPosts(db, { ...wanted, limit, withHtml: false })
    return { ids: posts.map(({ id }) => id), more }
  }
  const wanted = (search: Search) => {
    const { channelIds, userIds, has: parts, first = '', end = '~' } = idsOf(search)
    const isWanted = ({ id, message, html, ...post }: Stored) => {
      const hits = search.terms.map(term => has(message, term))
      return (
        (hits.length === 0 || (search.isAnyEnough ? hits.includes(true) : !hits.includes(false))) &&
        channelIds.includes(post.channelId) &&
        (userIds?.includes(post.userId) ?? true) &&
        (parts.length === 0 || html !== '') &&
        id >= first &&
        id < end
      )
    }
    const ids = posts.filter(isWanted).map(({ id }) => id)
    const newest = ids.toSorted().toReversed()
    return { ids: newest.slice(0, limit), more: newest.length > limit }
  }
  return (each: Step) => steps[each.do](each as never)
}

async function empty(db: Db): Promise<void> {
  await db.$executeRaw`DELETE FROM posts`
  const { rows } = await db.pool.query(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'search_vectors'::regclass`,
  )
  for (const { name } of rows) await db.pool.query(`DROP TABLE ${name}`)
}

/** Begins the index after the last post, so that it grows in both directions. */
async function beginIndex(db: Db): Promise<void> {
  const { rows } = await db.pool.query(`SELECT left(max(id), 25) || 'z' AS begin FROM posts`)
  const { begin } = rows[0]
  await db.pool.query(
    `CREATE TABLE vectors_${begin}_${begin}z PARTITION OF search_vectors FOR VALUES FROM ('${begin}') TO ('${begin}z')`,
  )
}

test('a search finds what a reading of all posts finds, whatever happens to posts and the index', async () => {
  const { db, teamId, channelNamed } = await startApi()
  const [one, two] = [await addChannel(db, teamId, 'one'), await addChannel(db, teamId, 'two')]
  const channelIds = [(await channelNamed('builds')).id, one.id, two.id]
  const userIds = (await db.user.findMany({ take: 2 })).map(({ id }) => id)
  const steps = fc.array(step, { minLength: 60, maxLength: 120 })
  const property = fc.asyncProperty(messages, steps, async (earlier, steps) => {
    await empty(db)
    const take = open(db, channelIds, userIds)
    await take({ do: 'write', messages: earlier })
    await beginIndex(db)
    for (const each of steps) await take(each)
  })
  await fc.assert(property, { numRuns: 15, endOnFailure: true })
})
