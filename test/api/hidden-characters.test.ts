import { expect, test } from 'vitest'
import type { Caller } from './callers.js'
import { startApps } from './start-apps.js'

const deceptive = 'nim\u202Eda' // reads as "nimad"
const fitting = 'علی‌رضا 👩🏽‍🚀'

/** Lists everything that has a name: the call that sets it and the id of its refusal. */
async function startNamed() {
  const api = await startApps()
  const { maker, admin, teamId, db } = api
  const channels = `/teams/${teamId}/channels`
  const { id: channel_id } = await db.channel.findFirstOrThrow({ where: { teamId, name: 'town-square' } })
  const app = { homepage: 'https://e.org', callback_urls: ['https://e.org/back'] }
  const made = await api.register()
  let number = 0
  const calls: [what: string, call: (name: string) => Promise<string>, refusal: string][] = [
    [
      'an app',
      name => maker.statusAndId('/oauth/register', { ...app, name }),
      '400 model.oauth.is_valid.name.app_error',
    ],
    [
      'an app that is there',
      name => maker.statusAndId('/oauth/update', { ...app, id: made.id, name }),
      '400 model.oauth.is_valid.name.app_error',
    ],
    [
      'a nickname',
      name => maker.statusAndId('/users/update', { id: maker.id, nickname: name }),
      '400 model.user.is_valid.nickname.app_error',
    ],
    [
      'a first name',
      name => maker.statusAndId('/users/update', { id: maker.id, first_name: name }),
      '400 model.user.is_valid.first_name.app_error',
    ],
    [
      'a last name',
      name => maker.statusAndId('/users/update', { id: maker.id, last_name: name }),
      '400 model.user.is_valid.last_name.app_error',
    ],
    [
      'a position',
      name => maker.statusAndId('/users/update', { id: maker.id, position: name }),
      '400 model.user.is_valid.position.app_error',
    ],
    [
      'a hook',
      name => maker.statusAndId(`/teams/${teamId}/hooks/incoming/create`, { channel_id, display_name: name }),
      '400 model.incoming_hook.display_name.app_error',
    ],
    [
      'a team',
      name => maker.statusAndId('/teams/create', { name: `t${++number}eam`, display_name: name, type: 'O' }),
      '400 model.team.is_valid.name.app_error',
    ],
    [
      'a channel',
      name =>
        maker.statusAndId(`${channels}/create`, { name: `c${++number}`, display_name: name, type: 'O' }),
      '400 model.channel.is_valid.display_name.app_error',
    ],
    [
      'a channel that is there',
      name => admin.statusAndId(`${channels}/update`, { id: channel_id, display_name: name }),
      '400 model.channel.is_valid.display_name.app_error',
    ],
  ]
  return { ...api, calls, made, channel_id, channels }
}

test('names with text direction marks are refused, and those of any script and with emoji are not', async () => {
  const { calls } = await startNamed()
  for (const [what, call, refusal] of calls) {
    expect([what, await call(deceptive)]).toEqual([what, refusal])
    expect([what, await call(fitting)]).toEqual([what, '200'])
  }
})

test('a stored name with such marks survives other changes', async () => {
  const { db, maker, admin, made, channel_id, channels, teamId } = await startNamed()
  await db.user.update({ where: { id: maker.id }, data: { nickname: deceptive } })
  await db.oauthApp.update({ where: { id: made.id }, data: { name: deceptive } })
  await db.channel.update({ where: { id: channel_id }, data: { displayName: deceptive } })
  await db.team.update({ where: { id: teamId }, data: { displayName: deceptive } })
  const hook = await maker.postJson(`/teams/${teamId}/hooks/incoming/create`, { channel_id })
  await db.hook.update({ where: { id: hook.id }, data: { displayName: deceptive } })
  const changes: [Caller, string, object][] = [
    [maker, '/users/update', { id: maker.id, nickname: deceptive, position: 'x' }],
    [maker, '/oauth/update', { ...made, name: deceptive, description: 'x' }],
    [admin, `${channels}/update`, { id: channel_id, display_name: deceptive, purpose: 'x' }],
    [admin, `/teams/${teamId}/update`, { description: 'x' }],
    [
      maker,
      `/teams/${teamId}/hooks/incoming/update`,
      { id: hook.id, channel_id, display_name: deceptive, description: 'x' },
    ],
  ]
  for (const [caller, path, body] of changes)
    expect([path, await caller.statusAndId(path, body)]).toEqual([path, '200'])
})
