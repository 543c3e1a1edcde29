import { expect, test } from 'vitest'
import { flowOf } from './oauth/flow.js'
import { addUser } from './start-api.js'
import { startApps } from './start-apps.js'

/** Creates apps by name and returns the names on their bots’ posts. */
async function startBots() {
  const api = await startApps()
  const { exchange } = flowOf(api)
  const { channels } = { channels: `/teams/${api.teamId}/channels` }
  const { id: channel } = await api.db.channel.findFirstOrThrow({
    where: { name: 'town-square', teamId: api.teamId },
  })
  const actingAs = async (name: string, icon_url = '') => {
    const app = await api.register({ name, icon_url })
    const user_id = app.bot_user_id
    await api.db.teamMember.create({ data: { teamId: api.teamId, userId: user_id } })
    await api.db.channelMember.create({ data: { channelId: channel, userId: user_id } })
    const answer = await exchange(app, { grant_type: 'client_credentials' })
    return { app, bot: api.callerWith(String(answer.json().access_token)) }
  }
  const postOf = async ({ bot }: Awaited<ReturnType<typeof actingAs>>, props = {}) => {
    const body = { channel_id: channel, message: 'hello', props }
    return (await bot.postJson(`${channels}/${channel}/posts/create`, body)).props
  }
  return { ...api, actingAs, postOf }
}

const overridden = { ServiceSettings: { EnablePostUsernameOverride: true, EnablePostIconOverride: true } }
const plain = { ServiceSettings: { EnablePostUsernameOverride: false, EnablePostIconOverride: false } }

test('a bot’s posts show its own user name and picture, unless overrides are on', async () => {
  const { actingAs, postOf, admin } = await startBots()
  await admin.postJson('/admin/save_config', plain)
  const acting = await actingAs('Admin', 'https://e.org/admin.png')
  const evading = { override_username: 'admin', override_icon_url: 'https://e.org/admin.png' }
  const { override_username: shown, ...props } = await postOf(acting, evading)
  expect(shown).toBe(acting.app.bot_username)
  expect(shown).toMatch(/^admin-[a-z0-9]{6}$/)
  expect(props).toEqual({ from_webhook: 'true', from_bot: 'true' })
  await admin.postJson('/admin/save_config', overridden)
  expect(await postOf(acting)).toMatchObject({
    override_username: 'Admin',
    override_icon_url: 'https://e.org/admin.png',
  })
})

test('a bot never has a username that reads like another account’s', async () => {
  const { actingAs, db } = await startBots()
  await addUser(db, 'carol.jones')
  for (const name of ['carol.jones', 'Carol Jones', 'carol_jones', 'CarolJones', '.carol-jones.'])
    expect((await actingAs(name)).app.bot_username).toMatch(/^\.?carol.?jones\.?-[a-z0-9]{6}$/)
  const { app, bot } = await actingAs('Release Notes')
  const rename = (username: string) => bot.statusAndId('/users/update', { id: app.bot_user_id, username })
  expect(app.bot_username).toBe('release-notes')
  for (const username of ['carol-jones', 'caroljones', 'c.a.r.o.l.jones'])
    expect(await rename(username)).toBe('400 store.sql_user.save.username_exists.app_error')
  expect(await rename('release.notes')).toBe('200')
})
