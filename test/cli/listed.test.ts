import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCli } from './start-cli.js'

const rocketchat = {
  channels: {
    channels: [
      { _id: 'GENERAL', name: 'general', t: 'c', topic: 'All', description: 'Everything', msgs: 9 },
      { _id: 'k2', name: 'Schiffe & Häfen', t: 'p' },
    ],
    ...{ offset: 0, count: 2, total: 2, success: true },
  },
  hooks: {
    integrations: [
      {
        ...{ _id: 'i1', type: 'webhook-incoming', enabled: true, name: 'Builds', username: 'rocket.cat' },
        ...{ channel: ['#general'], token: 'tokenOfRocket', _createdBy: { _id: 'u', username: 'ada' } },
      },
      { _id: 'i2', type: 'webhook-outgoing', enabled: true, name: 'Out', channel: ['#general'], token: 'x' },
      { _id: 'i3', type: 'webhook-incoming', enabled: true, name: 'Lost', channel: ['@ada'], token: 'y' },
    ],
    success: true,
  },
}

const discord = {
  channels: [
    { id: '11', guild_id: '1', name: 'general', type: 0, topic: 'All', permission_overwrites: [] },
    {
      ...{ id: '12', guild_id: '1', name: 'crew', type: 0, topic: null },
      permission_overwrites: [{ id: '1', type: 0, allow: '0', deny: '1024' }],
    },
    { id: '13', guild_id: '1', name: 'Voice', type: 2 },
  ],
  hooks: [
    { id: '21', type: 1, guild_id: '1', channel_id: '12', name: 'Builds', token: 'tokenOfDiscord' },
    { id: '22', type: 2, guild_id: '1', channel_id: '12', name: 'Followed' },
  ],
}

test.each([
  ['rocketchat', rocketchat, ['general: O', 'schiffe-h-fen: P'], /^\/hooks\/i1\/tokenOfRocket,/m],
  [
    'discord',
    discord,
    ['crew: P', 'general: O'],
    /^https:\/\/discord\.com\/api\/webhooks\/21\/tokenOfDiscord,/m,
  ],
] as const)(
  'channels and webhooks of %s get an owner and new URLs',
  async (service, json, channels, urls) => {
    const { posthorn, home, db, url } = await startCli()
    writeFileSync(join(home, 'channels.json'), JSON.stringify(json.channels))
    writeFileSync(join(home, 'hooks.json'), JSON.stringify(json.hooks))
    const files = ['--channels', 'channels.json', '--hooks', 'hooks.json']
    const args = ['import', service, ...files, '--into', 'harbour', '--creator', 'reader']
    expect(await posthorn(args)).toMatchObject({ code: 0 })
    expect(await posthorn(args)).toMatchObject({ code: 0 })
    const { id: teamId } = await db.team.findFirstOrThrow({ where: { name: 'harbour' } })
    const made = await db.channel.findMany({ where: { teamId }, orderBy: { name: 'asc' } })
    const own = made
      .map(({ name, type }) => `${name}: ${type}`)
      .filter(name => !/off-topic|town-square/.test(name))
    expect(own).toEqual(channels)
    const hooks = await db.hook.findMany({ where: { teamId }, include: { user: true } })
    expect(hooks.map(({ displayName, user }) => [displayName, user.username])).toEqual([['Builds', 'reader']])
    const table = readFileSync(join(home, `${service}-urls.csv`), 'utf8')
    expect(table).toMatch(urls)
    const key = /\/hooks\/(\w{26})$/m.exec(table)?.[1]
    const answer = await fetch(`${url}/hooks/${key}`, { method: 'POST', body: '{"text":"moved"}' })
    expect(await answer.text()).toBe('ok')
  },
)
