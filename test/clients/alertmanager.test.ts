import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { snippets } from '../../apps/console/src/hooks/snippets.js'
import { eventually } from '../support/eventually.js'
import { startWorld, type World } from '../support/world.js'
import { startAlertmanager, startWithReceivers, unpackAlertmanager } from './alertmanager.js'

const found = await unpackAlertmanager()
const missing = 'missing' in found ? found.missing : undefined
/** Says in the report why a test was skipped. */
const why = missing === undefined ? '' : ` (skipped: ${missing})`
const folder = 'folder' in found ? found.folder : ''

/** Waits until the channel shows posts that match these. */
async function shows({ messages }: World, ...parts: RegExp[]): Promise<void> {
  await eventually(
    async () => expect(await messages()).toEqual(parts.map(part => expect.stringMatching(part))),
    20_000,
  )
}

test.skipIf(missing)(
  `an alert of Alertmanager that fires, changes and is resolved is one post, with a reply for each that joins, and the next one is new${why}`,
  async () => {
    const world = await startWorld()
    const alerts = await startAlertmanager(
      folder,
      `webhook_configs: [{ url: "${world.hookUrl}/alertmanager", send_resolved: true }]`,
    )
    await alerts.fire('DiskFull', 'db-1')
    await shows(world, /Firing.*DiskFull.*db-1/s)
    await alerts.fire('DiskFull', 'db-2')
    await shows(world, /Firing.*DiskFull.*db-2/s, /Firing.*DiskFull.*db-2/s)
    await alerts.resolve('DiskFull', 'db-1', 'db-2')
    await shows(world, /Resolved.*DiskFull/, /Firing.*DiskFull.*db-2/s)
    await alerts.fire('DiskFull', 'db-1')
    await shows(world, /Resolved.*DiskFull/, /Firing.*DiskFull.*db-2/s, /Firing.*DiskFull/)
    expect(await world.outcomes()).toEqual(['posted', 'updated', 'updated', 'posted'])
    const copies = await world.db.post.count({ where: { NOT: { originalId: '' } } })
    expect(copies).toBe(2) // three versions of the first post
  },
)

test.skipIf(missing)(
  `each of Posthorn's own alerts comes from Alertmanager with its action and its runbook${why}`,
  async () => {
    const world = await startWorld()
    const alerts = await startAlertmanager(
      folder,
      `webhook_configs: [{ url: "${world.hookUrl}/alertmanager" }]`,
    )
    const file = fileURLToPath(new URL('../../deploy/prometheus/rules.yaml', import.meta.url))
    type Rule = { alert: string; annotations: { summary: string; action: string; runbook: string } }
    const rules: Rule[] = parse(readFileSync(file, 'utf8')).groups[0].rules
    for (const { alert, annotations } of rules) await alerts.fire(alert, 'api:8067', annotations)
    await eventually(async () => expect(await world.messages()).toHaveLength(rules.length), 20_000)
    const posts = await world.posts()
    for (const { alert, annotations } of rules) {
      const { message = '', html = '' } = posts.find(post => post.message.includes(alert)) ?? {}
      expect(textOf(html)).toContain(`Action: ${annotations.action}`)
      expect(message).toContain(`**Runbook:** \`${annotations.runbook}\``)
    }
  },
)

/** Returns the words that HTML shows. */
function textOf(html: string): string {
  const words = html.replaceAll(/<[^>]+>/g, '')
  return words.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&')
}

test.skipIf(missing)(`a key in the URL of Alertmanager's Slack receiver updates one post${why}`, async () => {
  const world = await startWorld()
  const url = `${world.hookUrl}?update_key=disk`
  const text = '{{ .Status }} {{ len .Alerts.Firing }}'
  const alerts = await startAlertmanager(
    folder,
    `slack_configs: [{ api_url: "${url}", channel: "", send_resolved: true, title: "", text: "${text}" }]`,
  )
  await alerts.fire('DiskFull', 'db-1')
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted']))
  await alerts.resolve('DiskFull', 'db-1')
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted', 'updated']))
  const [post, ...others] = await world.posts()
  expect(others).toEqual([])
  expect(JSON.stringify(post?.props)).toContain('resolved 0')
})

test.skipIf(missing)(`Alertmanager's Discord receiver posts alerts as embeds${why}`, async () => {
  const world = await startWorld()
  const { id } = await world.db.hook.findFirstOrThrow()
  const url = `${world.url}/api/webhooks/${id}/${world.hookUrl.split('/').at(-1)}`
  const alerts = await startAlertmanager(
    folder,
    `discord_configs: [{ webhook_url: "${url}", send_resolved: true }]`,
  )
  await alerts.fire('DiskFull', 'db-1')
  await eventually(async () => expect(await world.outcomes()).toEqual(['posted']), 20_000)
  const [post] = await world.posts()
  expect(post?.props.attachments).toMatchObject([
    { title: expect.stringContaining('DiskFull'), text: expect.stringContaining('db-1') },
  ])
})

test.skipIf(missing)(
  `Posthorn shows all that Alertmanager's receivers for Slack and Discord show${why}`,
  async () => {
    const [world, slack, discord] = [await startWorld(), await startWorld(), await startWorld()]
    const { id } = await discord.db.hook.findFirstOrThrow()
    const discordUrl = `${discord.url}/api/webhooks/${id}/${discord.hookUrl.split('/').at(-1)}`
    const alerts = await startAlertmanager(
      folder,
      `webhook_configs: [{ url: "${world.hookUrl}/alertmanager" }],
       slack_configs: [{ api_url: "${slack.hookUrl}", channel: "", send_resolved: true }],
       discord_configs: [{ webhook_url: "${discordUrl}", send_resolved: true }]`,
    )
    const about = (instance: string) => ({
      summary: `The disk of ${instance} is almost full`,
      description: `It fills up in 2 hours on ${instance}`,
      runbook_url: 'https://runbooks.example.org/disk',
      owner: 'storage',
    })
    await alerts.fire('DiskFull', 'db-1', about('db-1'), {
      severity: 'critical',
      cluster: 'eu1',
      mount: '/var',
    })
    await alerts.fire('DiskFull', 'db-2', about('db-2'), {
      severity: 'warning',
      cluster: 'eu1',
      mount: '/srv',
    })
    for (const each of [world, discord])
      await eventually(async () => expect(await wordsOf(each)).toContain('db-2'), 20_000)
    await eventually(async () => expect(await wordsOf(slack)).toContain('2'), 20_000) // of `[FIRING:2]`
    const own = await wordsOf(world)
    for (const each of [slack, discord])
      expect((await wordsOf(each)).filter(word => !own.includes(word) && !theirs.has(word))).toEqual([])
  },
)

/** Words of the other receivers' templates, which are about no alert. */
const theirs = new Set([
  'alerts',
  'annotations',
  'firing',
  'labels',
  'source',
  'alertname',
  'summary',
  'description',
  'severity',
  'runbook_url',
])

/** The words and addresses that the posts of a channel show, attachments included. */
async function wordsOf({ posts }: World): Promise<string[]> {
  const shown = (await posts()).map(({ message, props }) => {
    const attachments = (props.attachments ?? []) as Record<string, unknown>[]
    const parts = attachments.flatMap(({ title, title_link, text, fallback }) => [
      title,
      title_link,
      text,
      fallback,
    ])
    return [message, ...parts].join(' ')
  })
  const text = shown.join(' ').toLowerCase()
  return [...new Set(text.match(/https?:\/\/[^\s)]+|[\p{L}\p{N}/_][\p{L}\p{N}/_-]*/gu) ?? [])]
}

test.skipIf(missing)(`the console's snippets make Alertmanager post${why}`, async () => {
  const world = await startWorld()
  const all = snippets({ url: world.hookUrl, channel: 'town-square' })
  for (const id of ['alertmanager', 'alertmanager-webhook']) {
    const code = all.find(snippet => snippet.id === id)?.code ?? ''
    const alerts = await startWithReceivers(folder, 'posthorn', code)
    await alerts.fire(`Disk of ${id}`, 'db-1')
    await eventually(
      async () => expect(JSON.stringify(await shown(world))).toContain(`Disk of ${id}`),
      20_000,
    )
  }
  expect(await world.outcomes()).toEqual(['posted', 'posted'])
})

async function shown({ posts }: World) {
  return (await posts()).map(({ message, props }) => ({ message, props }))
}
