import type { ZipEntry } from '../support/zip-file.js'

export const oldUrl = 'https://hooks.slack.com/services/T0HARBOUR/B0BUILDS1/abcdefghijklmnopqrstuvwx'

const person = (id: string, name: string, more = {}) => ({
  ...{ id, team_id: 'T0HARBOUR', name, deleted: false, is_bot: false, is_admin: false },
  profile: { real_name: `${name} Example`, display_name: name, email: `${name}@harbour.example`, title: '' },
  ...more,
})

const users = [
  person('U0ADA', 'ada', { is_admin: true }),
  person('U0BO', 'bo', { deleted: true }),
  person('U0BOT', 'helper', { is_bot: true, profile: { real_name: 'Helper' } }),
]

const channel = (id: string, name: string, members: string[], more = {}) => ({
  ...{ id, name, created: 1_500_000_000, creator: 'U0ADA', is_archived: false, members },
  ...{
    topic: { value: 'Ships', creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
  },
  ...more,
})

const at = (seconds: number, micros: number) =>
  `${1_600_000_000 + seconds}.${String(micros).padStart(6, '0')}`
export const firstTs = at(0, 100_200)

const says = (ts: string, user: string, text: string, more = {}) => ({
  type: 'message',
  user,
  text,
  ts,
  ...more,
})

const day = [
  says(firstTs, 'U0ADA', '*Ship* <https://harbour.example|it> &amp; tell <@U0BO> in <#C0QUIET|quiet>', {
    ...{ thread_ts: firstTs, reply_count: 1, reactions: [{ name: 'ship', users: ['U0BO'], count: 1 }] },
    blocks: [{ type: 'rich_text', elements: [] }],
  }),
  says(at(0, 100_100), 'U0BO', 'A microsecond earlier :parrot:'),
  says(at(5, 0), 'U0BO', 'In the thread', { thread_ts: firstTs }),
  says(at(6, 0), 'U0ADA', '<@U0ADA> has joined the channel', { subtype: 'channel_join' }),
  {
    ...{ type: 'message', subtype: 'bot_message', bot_id: 'B1', username: 'ci', ts: at(7, 0), text: '' },
    blocks: [{ type: 'section', text: { type: 'mrkdwn', text: 'Build *42*' } }],
    attachments: [{ title: 'Log', text: 'passed', fallback: 'passed' }],
  },
  says(at(8, 0), 'U0BOT', '', { files: [{ id: 'F1', name: 'plan.pdf', mimetype: 'application/pdf' }] }),
]

const inJson = (name: string, content: unknown): ZipEntry => ({ name, content: JSON.stringify(content) })

/** A workspace export as its documentation describes it. */
export const slackExport: ZipEntry[] = [
  inJson('users.json', users),
  inJson('channels.json', [channel('C0SHIPS', 'ships', ['U0ADA']), channel('C0QUIET', 'quiet', [])]),
  inJson('groups.json', [channel('G0PRIVATE', 'captains', ['U0ADA'], { is_archived: true })]),
  inJson('dms.json', [{ id: 'D0ONE', created: 1_500_000_000, members: ['U0ADA', 'U0BO'] }]),
  inJson('integration_logs.json', []),
  inJson('ships/2020-09-14.json', [says(at(90_000, 0), 'U0ADA', 'The next day')]),
  inJson('ships/2020-09-13.json', day),
  inJson('D0ONE/2020-09-13.json', [says(at(1, 0), 'U0BO', 'Only for ada')]),
]

export const slackHooksCsv = `url,channel,creator,title\n${oldUrl},#ships,ada,Builds\nhttps://x.example/,ships,ada,Other\n${oldUrl},#quiet,ada,Again\n`
