import { createClient } from '@posthorn/contract'
import { deliveryId } from '@posthorn/core'
import { type Db, saveMinuteFigures } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { sessionOf } from '../../api/callers.js'
import { addUser } from '../../api/start-api.js'
import { sendTo } from '../../support/ingress.js'
import { busyHour } from '../busy-hour.js'
import type { Stack } from '../stack.js'
import { arabic, deploys, incident, posts, samples } from './payloads.js'

export const longTitle = 'Nightly batch logs from the data warehouse, region west'
const longChannel = 'A channel with a really long name, for truncation purposes only'

const channels = [
  {
    name: 'incidents',
    display_name: 'Incidents',
    header: 'On call: @lena · [runbook](https://wiki.example.org)',
  },
  { name: 'deploys', display_name: 'Deployments', purpose: 'Every release of the shop, with its author' },
  {
    name: 'long-name',
    display_name: longChannel,
    purpose: 'Long purposes are cut in lists, too. '.repeat(4),
  },
  { name: 'arabic', display_name: arabic },
  { name: 'payroll', display_name: 'Payroll', type: 'P' },
]

const hooks = [
  { display_name: 'Grafana alerts', channel: 'incidents', description: 'Dashboards of the shop' },
  { display_name: 'GitHub', channel: 'deploys', channel_locked: true },
  { display_name: longTitle, channel: 'long-name', description: 'Ask the data platform team, not the owner' },
  { display_name: arabic, channel: 'arabic' },
  { display_name: '', channel: 'builds' },
  { display_name: 'Jenkins', channel: 'builds' },
  { display_name: 'Sentry', channel: 'incidents' },
  { display_name: 'PagerDuty', channel: 'incidents', channel_locked: true },
  { display_name: 'Backups', channel: 'long-name', collapse: { window_seconds: 600 } },
  { display_name: 'Uptime', channel: 'payroll', confirm: true },
  { display_name: 'Terraform Cloud', channel: 'deploys' },
  { display_name: 'Old build server in the basement', channel: 'builds' },
  { display_name: 'Cron', channel: 'off-topic' },
]

const switches = { EnableOAuthServiceProvider: true, EnablePostUsernameOverride: true }

/** Fills two teams with what a busy year leaves behind: hooks of every kind, posts, deliveries of every outcome, accounts. */
export async function furnish(stack: Stack) {
  const { db, consoleUrl } = stack
  const { userId: admin, teamId: team, id: first } = await db.hook.findFirstOrThrow()
  const client = createClient({ baseUrl: consoleUrl, token: await sessionOf(db, admin) })
  // not in the database: the API would use the earlier settings for some seconds
  await client.saveConfig({ body: { ServiceSettings: switches } })
  const people = await addPeople(db, client, team)
  const ofTeam = { params: { team } }
  for (const { type = 'O', ...channel } of channels)
    await client.createChannel({ ...ofTeam, body: { ...channel, type } })
  const urls = new Map([['First hook', stack.hookUrl]])
  const ids = new Map([['First hook', first]])
  for (const { channel, ...hook } of hooks) {
    const { id: channel_id } = await stack.channelNamed(channel)
    const made = await client.createHook({ ...ofTeam, body: { confirm: false, ...hook, channel_id } })
    urls.set(hook.display_name, `${stack.url}/hooks/${made.url?.split('/').at(-1)}`)
    ids.set(hook.display_name, made.id)
  }
  const hook = ids.get('Grafana alerts') ?? ''
  for (const [title, payload] of posts) await sendTo(urls.get(title) ?? '', payload)
  for (const payload of [{ text: 'lost', channel: 'no-such-channel' }, ...samples])
    await sendTo(urls.get('Grafana alerts') ?? '', payload)
  await stack.allWorked()
  await client.transferHook({ ...ofTeam, body: { id: ids.get('Cron') ?? '', user_id: people.lena } })
  await client.disableHook({ ...ofTeam, body: { id: ids.get('Old build server in the basement') ?? '' } })
  await addDeliveries(db, { team, hook, failing: ids.get('Jenkins') ?? '' })
  await saveMinuteFigures(db, busyHour(Date.now()), Date.now())
  const threads = await talk(stack, client, { team, ...people })
  const app = await client.createApp({
    body: { ...planner, callback_urls: ['https://planner.example.org/back'], is_trusted: false },
  })
  const { id: delivery } = await db.delivery.findFirstOrThrow({
    where: { hookId: hook, outcome: 'rejected' },
  })
  const { id: posted } = await db.delivery.findFirstOrThrow({
    where: { hookId: hook, outcome: 'posted', payload: { contains: 'prometheus-1' } },
  })
  return {
    team,
    admin,
    hook,
    longHook: ids.get(longTitle) ?? '',
    delivery,
    posted,
    botDelivery: await addTokenDelivery(db, { team, sender: admin }),
    ...threads,
    app: app.id,
    ...people,
  }
}

export type Furnished = Awaited<ReturnType<typeof furnish>>
type Client = ReturnType<typeof createClient>

const planner = {
  name: 'Planner',
  description: 'Writes the release plan into channels',
  homepage: 'https://planner.example.org',
}

/** Adds accounts of every kind, and a second team. */
async function addPeople(db: Db, client: Client, team: string) {
  const { id: second } = await client.createTeam({
    body: { name: 'data-platform', display_name: 'Data platform and reliability, EMEA', type: 'O' },
  })
  const lena = await addUser(db, 'lena', { firstName: 'Lena', lastName: 'Ødegård' })
  const long = await addUser(db, 'anna-maria.wolkenstein-schulze', {
    firstName: 'Anna-Maria',
    lastName: 'von Wolkenstein-Schulze zu Altenbruch',
  })
  const mona = await addUser(db, 'mona', { firstName: 'منى', lastName: 'خليل' })
  const members = [lena, long, mona].map(({ id }) => ({ teamId: team, userId: id, roles: 'team_user' }))
  await db.teamMember.createMany({ data: [...members, { teamId: second, userId: lena.id }] })
  const { user } = await client.provisionUser({
    body: { username: 'new-hire', email: 'new-hire@localhost', team_ids: [team] },
  })
  await addUser(db, 'mueller', { firstName: 'Petra', lastName: 'Müller' })
  const { id: mueller } = await db.user.findUniqueOrThrow({ where: { username: 'mueller' } })
  await client.updateUserActive({ body: { user_id: mueller, active: 'false' } })
  return { second, lena: lena.id, long: long.id, newHire: user.id, mueller }
}

type OfDeliveries = { team: string; hook: string; failing: string }

/** Adds a few hundred deliveries, of which one hook's were mostly rejected. */
async function addDeliveries(db: Db, { team, hook, failing }: OfDeliveries): Promise<void> {
  const now = Date.now()
  const rows = Array.from({ length: 300 }, (_, index) => {
    const at = now - (index + 5) * 240_000
    const isFailing = index % 3 === 0
    const isRejected = isFailing ? index % 30 !== 0 : index % 40 === 1
    return {
      id: deliveryId(at, String(index).padStart(14, '0')),
      hookId: isFailing ? failing : hook,
      teamId: team,
      settledAt: BigInt(at + 40),
      outcome: isRejected ? 'rejected' : 'posted',
      reason: isRejected ? 'unknown_channel' : '',
      detail: isRejected ? 'There is no channel builds-of-last-year in the hook’s team.' : '',
      postCount: isRejected ? 0 : 1,
      tries: index % 50 === 2 ? 3 : 1,
      requestId: newId(),
      payload: JSON.stringify(deploys(index)),
      ignored: index % 25 === 3 ? ['icon_emoji', 'attachments.actions', 'mrkdwn_in'] : [],
    }
  })
  await db.delivery.createMany({ data: rows })
}

/** Adds a delivery that an application sent in a user's name, and returns its id. */
async function addTokenDelivery(db: Db, { team, sender }: { team: string; sender: string }): Promise<string> {
  const at = Date.now() - 600_000
  const id = deliveryId(at, '9'.repeat(14))
  const sent = {
    payload: JSON.stringify({ channel: 'release-notes', text: 'Version 7 is out' }),
    ignored: [],
  }
  const end = { outcome: 'rejected', reason: 'unknown_channel', detail: '', postCount: 0, tries: 1 }
  const format = { name: 'slack-api', headers: { method: 'chat.postMessage', team }, query: '' }
  await db.delivery.create({
    data: {
      ...{ id, hookId: sender, teamId: team, settledAt: BigInt(at + 40), requestId: newId() },
      ...{ ...sent, ...end, format: JSON.stringify(format), event: 'chat.postMessage' },
    },
  })
  return id
}

/** Adds a thread about the incident, a mention, and direct messages. Returns both threads. */
async function talk(stack: Stack, admin: Client, { team, lena }: { team: string; lena: string }) {
  const { id: channel } = await stack.channelNamed('incidents')
  const { id: root } = await stack.db.post.findFirstOrThrow({ where: { message: { contains: incident } } })
  const own = createClient({ baseUrl: stack.consoleUrl, token: await sessionOf(stack.db, lena) })
  const of = { params: { team, channel } }
  await stack.db.channelMember.create({ data: { channelId: channel, userId: lena } })
  await own.createPost({
    ...of,
    body: { message: 'Looking into it: `db-2` is out of disk space.', root_id: root },
  })
  await admin.createPost({ ...of, body: { message: 'Thanks! :+1:', root_id: root } })
  await own.createPost({
    ...of,
    body: { message: '@admin the checkout is back. We keep watching it until noon.' },
  })
  const direct = await admin.createDirectChannel({ params: { team }, body: { user_id: lena } })
  const inDirect = { params: { team, channel: direct.id } }
  const asked = await own.createPost({
    ...inDirect,
    body: { message: 'Can you rotate the URL of the old build server?' },
  })
  await admin.createPost({ ...inDirect, body: { message: 'Done. It was not in use any more.' } })
  const body = { message: 'Please delete it in a week.', root_id: asked.id }
  await own.createPost({ ...inDirect, body })
  return { thread: root, directThread: asked.id }
}
