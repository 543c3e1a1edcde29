import { expect, test } from 'vitest'
import { addThousands, thousands } from '../support/thousands.js'
import { addChannel, startApi } from './start-api.js'

const invalid = '400 api.context.invalid_param.app_error'

async function start() {
  const api = await startApi()
  const { reader, admin } = await api.callers('reader', 'admin')
  const path = `/teams/${api.teamId}/channels`
  const search = async (who: typeof reader, query: string) => {
    const { channels, next, total } = await who.getJson(`${path}/search?${query}`)
    return { names: channels.map(({ name }: { name: string }) => name) as string[], next, total }
  }
  return { ...api, reader, admin, path, search }
}

test('pages through 5,000 channels to join, each once and in order', async () => {
  const { db, teamId, reader, admin, search, channelNamed } = await start()
  const { id: channelId } = await channelNamed('town-square')
  await addThousands(db, { teamId, ownerId: admin.id, channelId })
  const names: string[] = []
  let cursor = ''
  do {
    const page = await search(reader, `which=joinable&limit=100&cursor=${cursor}`)
    expect(page.total).toBeGreaterThanOrEqual(thousands)
    expect(page.names.length).toBeLessThanOrEqual(100)
    names.push(...page.names)
    cursor = page.next
  } while (cursor !== '' && names.length <= 2 * thousands)
  expect(new Set(names).size).toBe(names.length)
  expect(names.filter(name => name.startsWith('channel-'))).toEqual(
    Array.from({ length: thousands }, (_, index) => `channel-${String(index + 1).padStart(4, '0')}`),
  )
  const found = await search(reader, 'which=joinable&search=EL-4321')
  expect(found).toEqual({ names: ['channel-4321'], next: '', total: 1 })
})

test('finds channels that the caller can read, by ID and by name', async () => {
  const { db, teamId, reader, admin, search, path } = await start()
  const [own, others] = [
    await addChannel(db, teamId, 'own', 'P'),
    await addChannel(db, teamId, 'others', 'P'),
  ]
  const open = await addChannel(db, teamId, 'Émile', 'O')
  await db.channelMember.create({ data: { channelId: own.id, userId: reader.id } })
  const named = async (channel: string) => (await search(reader, `channel=${channel}`)).names
  expect(await named(own.id)).toEqual(['own'])
  expect(await named('own')).toEqual(['own'])
  expect(await named(others.id)).toEqual([])
  expect((await search(reader, 'search=%C3%A9MI')).names).toEqual([open.name])
  expect((await search(reader, 'which=joinable&channel=own')).names).toEqual([])
  await db.channel.update({ where: { id: own.id }, data: { deleteAt: Date.now() } })
  expect(await named('own')).toEqual([])
  expect((await search(reader, 'which=archived')).names).toEqual([]) // others created it
  expect((await search(admin, 'which=archived')).names).toEqual(['own'])
  for (const query of ['which=all', 'limit=101', 'cursor=x', `search=${'x'.repeat(201)}`])
    expect(await reader.statusAndId(`${path}/search?${query}`), query).toBe(invalid)
})
