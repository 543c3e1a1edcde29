import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { discord, rocketchat } from './listed-services.js'
import { startCli } from './start-cli.js'

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
